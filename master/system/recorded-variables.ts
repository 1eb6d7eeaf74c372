import { matchesGlob } from '../../fmu-sdk/check/selection/glob-pattern.ts';
import type { Variable } from '../../fmu-sdk/description/description.ts';
import { nameHint } from '../../fmu-sdk/util/nearest-name.ts';
import { printableName } from '../../fmu-sdk/util/printable.ts';
import type { Context } from './checks/check-context.ts';
import { findPort } from './find-variable.ts';
import type { CheckedSystem, Port } from './system.ts';

/**
 * Selects the variables to record: named variables and matches of patterns with `*`. The default is
 * all numeric outputs. Without outputs it is all numeric local variables without a Clock.
 */
export function checkRecord(
  context: Context,
  prefix: boolean,
): { record: CheckedSystem['record']; notes: string[] } {
  const { variables, every = 1 } = context.system.record ?? {};
  const named = variables?.map((text, i) => matchingVariables(context, text, i));
  // Without the names of units, the first column is the time already.
  const columns = withoutRepeats(named?.flat() ?? defaultVariables(context)).filter(
    ({ variable }) => prefix || !isTime(variable),
  );
  return {
    record: { columns, every, prefix },
    notes: (variables ?? []).flatMap((text, i) => notesOnAlias(context, text, named?.[i] ?? [])),
  };
}

const isTime = ({ causality, name }: Variable): boolean =>
  causality === 'independent' && name.toLowerCase() === 'time';

/** Returns a note if a text names an alias, whose column has the name of its variable. */
function notesOnAlias({ units }: Context, text: string, [port, ...others]: readonly Port[]): string[] {
  if (port === undefined || others.length > 0) return [];
  const { name } = port.variable;
  const alias = text.slice(units[port.unit].name.length + 1);
  const isAlias = port.variable.aliases?.some((candidate) => candidate.name === alias) === true;
  return isAlias ? [`record: ${alias} is an alias of ${name}, so its column is named ${name}`] : [];
}

/** Removes repeats of a variable that several patterns match. */
function withoutRepeats(columns: readonly Port[]): Port[] {
  const keys = new Set<string>();
  return columns.filter(({ unit, variable }) => {
    const key = `${unit} ${variable.name}`;
    return !keys.has(key) && keys.add(key);
  });
}

/**
 * Returns the variables that a text names. If the text has a `*` and is not a variable's name, it
 * matches all numeric variables that change during a run.
 */
function matchingVariables(context: Context, text: string, i: number): Port[] {
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

function numberAt(context: Context, text: string, i: number): Port {
  const path = ['record', 'variables', i];
  const port = findPort(context, text, path);
  const { type } = port.variable;
  if (/String|Binary/.test(type))
    context.refuse(path, `record: expected a number, got ${text} of type ${type}.`);
  return port;
}

function defaultVariables({ units }: Context): Port[] {
  const variablesOf = (causality: Variable['causality']): Port[] =>
    units.flatMap(({ description }, unit) =>
      description.variables
        .filter((v) => v.causality === causality && !/String|Binary/.test(v.type))
        .map((variable) => ({ unit, variable })),
    );
  const outputs = variablesOf('output');
  if (outputs.length > 0) return outputs;
  return variablesOf('local').filter(({ variable }) => variable.type !== 'Clock' && !variable.clocks?.length);
}
