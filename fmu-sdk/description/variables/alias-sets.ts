import { type ModelDescription, majorVersion, type Variable, variablesByName } from '../description.ts';

/**
 * Returns the variables by their names, for values that are set. In FMI 2.0, variables of one type
 * and value reference are aliases, so the name of a local variable gives the input or parameter with its value.
 */
export function settableByName(description: ModelDescription): Map<string, Variable> {
  const names = variablesByName(description);
  if (majorVersion(description) !== 2) return names;
  const settable = new Map<string, Variable>();
  for (const variable of description.variables)
    if (/^(input|parameter)$/.test(variable.causality) && !settable.has(valueOf(variable)))
      settable.set(valueOf(variable), variable);
  for (const [name, variable] of names)
    if (variable.causality !== 'output') names.set(name, settable.get(valueOf(variable)) ?? variable);
  return names;
}

/** Returns the key of the value that a variable and its aliases share. */
export function valueOf({ type, valueReference }: Pick<Variable, 'type' | 'valueReference'>): string {
  return `${type} ${valueReference}`;
}
