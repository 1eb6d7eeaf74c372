import { matchesGlob } from '../../fmu-sdk/check/selection/glob-pattern.ts';
import type { Variable } from '../../fmu-sdk/description/description.ts';
import type { JsonPath } from '../../fmu-sdk/util/json/json-path.ts';
import { nameHint } from '../../fmu-sdk/util/nearest-name.ts';
import { printableName, someNames } from '../../fmu-sdk/util/printable.ts';
import type { Context } from './checks/check-context.ts';
import { findElementPort, ownerHint, withIndex } from './find-variable.ts';
import type { CheckedSystem, RecordedPort } from './system.ts';

/**
 * Selects the variables to record: named variables and matches of patterns with `*`. The default is
 * all numeric outputs. Without outputs it is all numeric local variables without a Clock.
 */
export function checkRecord(context: Context, prefix: boolean): CheckedSystem['record'] {
  const { variables, every = 1 } = context.system.record ?? {};
  const named = variables?.flatMap((text, i) => matchingVariables(context, prefix, text, i));
  // Without the names of units, the first column is the time already.
  const columns = withoutRepeats(named ?? defaultVariables(context)).filter(
    ({ variable, title }) => prefix || title !== undefined || !isTime(variable),
  );
  return { columns, every, prefix };
}

/** Reports whether a variable is the time under its usual name. */
const isTime = ({ causality, name }: Variable): boolean =>
  causality === 'independent' && name.toLowerCase() === 'time';

/** Removes repeats of a variable that several patterns match, and elements of recorded arrays. */
function withoutRepeats(columns: readonly RecordedPort[]): RecordedPort[] {
  const wholes = new Set(columns.filter(({ element }) => element === undefined).map(titleKey));
  const keys = new Set<string>();
  return columns.filter((column) => {
    const { element, connector } = column;
    const whole = titleKey(column);
    if (element !== undefined && connector === undefined && wholes.has(whole)) return false;
    const key = `${element ?? ''} ${whole}`;
    return !keys.has(key) && keys.add(key);
  });
}

/** Returns what tells the title of a column from others, without the index of an element. */
function titleKey({ unit, variable, title }: RecordedPort): string {
  return title === undefined ? `${unit} ${variable.name}` : `: ${title}`;
}

/**
 * Returns the variables that a text names. If the text has a `*` and is not a variable's name, it
 * matches all numeric variables that change during a run.
 */
function matchingVariables(context: Context, prefix: boolean, text: string, i: number): RecordedPort[] {
  const { units, variables, system } = context;
  const path = ['record', 'variables', i];
  if (Object.hasOwn(system.connectors ?? {}, text)) return [connectorAt(context, text, path)];
  const whole = units.some(
    ({ name }, k) => text.startsWith(`${name}.`) && variables[k].has(text.slice(name.length + 1)),
  );
  if (!text.includes('*') || whole) return [numberAt(context, text, path, prefix)];
  const matches = units.flatMap(({ name, description }, unit) =>
    description.variables
      .filter((v) => changes(v) && matchesGlob(text, `${name}.${v.name}`))
      .map((variable) => ({ unit, variable })),
  );
  if (matches.length > 0) return matches;
  return context.refuse(
    path,
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

/** Returns the output behind a connector of the system. */
function connectorAt(context: Context, name: string, path: JsonPath): RecordedPort {
  const { system, refuse } = context;
  const connector = system.connectors?.[name] ?? {};
  const { from, fromIndex, unitOfMeasure, factor = 1, offset = 0 } = connector;
  if (from === undefined)
    return refuse(
      path,
      `record: ${name} is an input connector of the system. Record what it feeds: ${someNames((connector.to ?? []).map(({ to }) => to))}.`,
    );
  const port = withIndex(context, numberAt(context, from, path), from, fromIndex, path);
  const unit = unitOfMeasure === undefined ? {} : { unitOfMeasure };
  return { ...port, title: name, connector: { ...unit, factor, offset } };
}

/** Refuses a name without a unit. */
function refuseName({ system, units, refuse }: Context, text: string, path: JsonPath): never {
  const connectors = Object.entries(system.connectors ?? {}).filter(([, { from }]) => from !== undefined);
  const names = [...connectors.map(([name]) => name), ...units.map(({ name }) => `${name}.…`)];
  const owned = units.map(
    ({ name, description }) => [name, description.variables.map((v) => v.name)] as const,
  );
  const hint = owned.some(([, variables]) => variables.includes(text))
    ? ownerHint(text, '', owned)
    : nameHint(text, names);
  return refuse(
    path,
    `record: expected unit.variable${connectors.length === 0 ? '' : ' or a connector of the system'}, got "${printableName(text)}". ${hint}`,
  );
}

/** Returns a variable with numbers. Under the name of an alias, its column has that name. */
function numberAt(context: Context, text: string, path: JsonPath, prefix = true): RecordedPort {
  if (!text.includes('.')) refuseName(context, text, path);
  const port = findElementPort(context, text, path);
  const { type, name, aliases = [] } = port.variable;
  if (/String|Binary/.test(type))
    context.refuse(path, `record: expected a number, got ${text} of type ${type}.`);
  const whole = port.element === undefined ? text : text.slice(0, text.lastIndexOf('['));
  const alias = aliases.find((other) => whole.endsWith(`.${other.name}`) && !whole.endsWith(`.${name}`));
  if (alias === undefined) return port;
  return { ...port, title: prefix ? whole : alias.name };
}

function defaultVariables({ units }: Context): RecordedPort[] {
  const variablesOf = (causality: Variable['causality']): RecordedPort[] =>
    units.flatMap(({ description }, unit) =>
      description.variables
        .filter((v) => v.causality === causality && !/String|Binary/.test(v.type))
        .map((variable) => ({ unit, variable })),
    );
  const outputs = variablesOf('output');
  if (outputs.length > 0) return outputs;
  return variablesOf('local').filter(({ variable }) => variable.type !== 'Clock' && !variable.clocks?.length);
}
