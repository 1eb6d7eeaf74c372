import { matchesGlob } from '../../fmu-sdk/check/selection/glob-pattern.ts';
import type { Variable } from '../../fmu-sdk/description/description.ts';
import { nameHint } from '../../fmu-sdk/util/nearest-name.ts';
import { printableName } from '../../fmu-sdk/util/printable.ts';
import type { Context } from './checks/check-context.ts';
import { findElementPort } from './find-variable.ts';
import type { CheckedSystem, ElementPort } from './system.ts';

/**
 * Selects the variables to record: named variables and matches of patterns with `*`. The default is
 * all numeric outputs. Without outputs it is all numeric local variables without a Clock.
 */
export function checkRecord(context: Context, prefix: boolean): CheckedSystem['record'] {
  const { variables, every = 1 } = context.system.record ?? {};
  const columns =
    variables?.flatMap((text, i) => matchingVariables(context, text, i)) ?? defaultVariables(context);
  return { columns: withoutRepeats(columns), every, prefix };
}

/** Removes repeats of a variable that several patterns match, and elements of recorded arrays. */
function withoutRepeats(columns: readonly ElementPort[]): ElementPort[] {
  const wholeKey = ({ unit, variable }: ElementPort): string => `${unit} ${variable.name}`;
  const wholes = new Set(columns.filter(({ element }) => element === undefined).map(wholeKey));
  const keys = new Set<string>();
  return columns.filter((column) => {
    const { element } = column;
    if (element !== undefined && wholes.has(wholeKey(column))) return false;
    const key = `${element ?? ''} ${wholeKey(column)}`;
    return !keys.has(key) && keys.add(key);
  });
}

/**
 * Returns the variables that a text names. If the text has a `*` and is not a variable's name, it
 * matches all numeric variables that change during a run.
 */
function matchingVariables(context: Context, text: string, i: number): ElementPort[] {
  const { units, variables } = context;
  const whole = units.some(
    ({ name }, k) => text.startsWith(`${name}.`) && variables[k].has(text.slice(name.length + 1)),
  );
  if (!text.includes('*') || whole) return [numberAt(context, text, i)];
  const matches = units.flatMap(({ name, description }, unit) =>
    description.variables
      .filter((v) => changes(v) && matchesGlob(text, `${name}.${v.name}`))
      .map((variable) => ({ unit, variable })),
  );
  if (matches.length > 0) return matches;
  return context.refuse(
    ['record', 'variables', i],
    `record: "${printableName(text)}" does not match a numeric variable. Write unit.variable, with * for any text: ${nameHint(
      text,
      units.flatMap(({ name, description }) => description.variables.map((v) => `${name}.${v.name}`)),
    )}`,
  );
}

/** Reports whether a variable is a number that a run changes: not a parameter, constant or time. */
function changes({ type, causality, variability }: Variable): boolean {
  if (/String|Binary/.test(type) || /parameter$/i.test(causality) || causality === 'independent')
    return false;
  return variability !== 'constant' && variability !== 'fixed';
}

function numberAt(context: Context, text: string, i: number): ElementPort {
  const path = ['record', 'variables', i];
  const port = findElementPort(context, text, path);
  const { type } = port.variable;
  if (/String|Binary/.test(type))
    context.refuse(path, `record: expected a number, got ${text} of type ${type}.`);
  return port;
}

function defaultVariables({ units }: Context): ElementPort[] {
  const variablesOf = (causality: Variable['causality']): ElementPort[] =>
    units.flatMap(({ description }, unit) =>
      description.variables
        .filter((v) => v.causality === causality && !/String|Binary/.test(v.type))
        .map((variable) => ({ unit, variable })),
    );
  const outputs = variablesOf('output');
  if (outputs.length > 0) return outputs;
  return variablesOf('local').filter(({ variable }) => variable.type !== 'Clock' && !variable.clocks?.length);
}
