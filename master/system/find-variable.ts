import type { Terminal } from '../../fmu-sdk/description/description.ts';
import {
  findElement,
  type NamedElement,
  requireElement,
} from '../../fmu-sdk/description/tables/element-index.ts';
import { settableByName } from '../../fmu-sdk/description/variables/alias-sets.ts';
import type { JsonPath } from '../../fmu-sdk/util/json/json-path.ts';
import { nameHint } from '../../fmu-sdk/util/nearest-name.ts';
import { someNames } from '../../fmu-sdk/util/printable.ts';
import { messageOf } from '../../fmu-sdk/util/user-error.ts';
import type { Context } from './checks/check-context.ts';
import type { ElementPort, Port, SystemUnit } from './system.ts';

/**
 * The variable that `unit.variable` names, or an element, to be set. An alias of an input or
 * parameter (FMI 2.0) gives that input or parameter.
 */
export function findSettable(context: Context, text: string, path: JsonPath): ElementPort {
  const port = findElementPort(context, text, path);
  const settable = settableByName(context.units[port.unit].description).get(port.variable.name);
  return { ...port, variable: settable ?? port.variable };
}

/** The whole variable that `unit.variable` names. */
export function findPort(context: Context, text: string, path: JsonPath): Port {
  const { element, ...port } = findElementPort(context, text, path);
  if (element === undefined) return port;
  return context.refuse(path, `expected a whole variable, got the element ${text}. Name the variable.`);
}

/** The variable that `unit.variable` names, or the element of an array that `unit.array[2,1]` names. */
export function findElementPort(
  { units, variables, refuse }: Context,
  text: string,
  path: JsonPath,
): ElementPort {
  const all = indexesOf(units);
  const { names: byName } = all;
  const [unitName, variableName] = splitName(text, all);
  const unit =
    byName.get(unitName) ??
    refuse(
      path,
      `unknown unit "${unitName}". ${ownerHint(
        text,
        unitName,
        units.map(({ name }, i) => [name, variables[i].keys()]),
      )}`,
    );
  let named: NamedElement | undefined;
  try {
    named = findElement(variables[unit], variableName);
  } catch (error) {
    refuse(path, `${unitName}.${messageOf(error)}`);
  }
  if (named !== undefined) return { unit, ...named };
  const hint = nameHint(variableName, [...variables[unit].keys()]);
  return refuse(path, `${unitName}: unknown variable "${variableName}". ${hint}`);
}

/** Returns a port with the element that an index for each dimension, from 1, names. */
export function withIndex<P extends ElementPort>(
  { refuse }: Context,
  port: P,
  text: string,
  index: readonly number[] | undefined,
  path: JsonPath,
): P {
  if (index === undefined) return port;
  if (port.element !== undefined)
    refuse(path, `${text} names an element, and the index [${index}] names one too. Remove one of them.`);
  try {
    return { ...port, element: requireElement(port.variable, text, index) };
  } catch (error) {
    return refuse(path, messageOf(error));
  }
}

/** The terminal that `unit.terminal` names, or `unit.outer.inner` for a terminal inside another one. */
export function findTerminal(
  { units, refuse }: Pick<Context, 'refuse'> & { readonly units: readonly DescribedUnit[] },
  text: string,
  path: JsonPath,
): { unit: number; terminal: Terminal } {
  const all = indexesOf(units);
  const [unitName, terminalName] = splitName(text, all);
  const unit =
    all.names.get(unitName) ??
    refuse(path, `unknown unit "${unitName}". ${nameHint(unitName, [...all.names.keys()])}`);
  const { terminals } = units[unit].description;
  const terminal = terminalNamed(terminals, terminalName);
  if (terminal !== undefined) return { unit, terminal };
  const names = terminals.map(({ name }) => name);
  if (names.length === 0)
    return refuse(path, `${unitName}: unknown terminal "${terminalName}". The FMU has no terminals.`);
  return refuse(path, `${unitName}: unknown terminal "${terminalName}". ${nameHint(terminalName, names)}`);
}

/** Names may contain dots, so every terminal whose name starts the text is searched. */
function terminalNamed(terminals: readonly Terminal[], text: string): Terminal | undefined {
  const exact = terminals.find(({ name }) => name === text);
  if (exact !== undefined) return exact;
  for (const { name, terminals: inside = [] } of terminals) {
    const inner = text.startsWith(`${name}.`)
      ? terminalNamed(inside, text.slice(name.length + 1))
      : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/**
 * Splits `unit.variable`. Both names may contain dots, so the longest matching unit name wins.
 * Without a dot, the unit's name is empty.
 */
function splitName(
  text: string,
  { names, longest }: { names: ReadonlyMap<string, unknown>; longest: number },
): [unit: string, variable: string] {
  for (let dot = text.lastIndexOf('.', longest); dot > 0; dot = text.lastIndexOf('.', dot - 1))
    if (names.has(text.slice(0, dot))) return [text.slice(0, dot), text.slice(dot + 1)];
  const dot = text.indexOf('.');
  return [text.slice(0, Math.max(0, dot)), text.slice(dot + 1)];
}

/** Splits `unit.variable` for a text that is not a port of a checked system. */
export function splitUnitName(
  text: string,
  units: ReadonlyMap<string, unknown>,
): [unit: string, variable: string] {
  return splitName(text, { names: units, longest: text.length });
}

/**
 * Returns a hint for a name whose unit is missing: the units that have a variable of this name
 * (`z_s` → `car.z_s`), or else similar names of units.
 */
export function ownerHint(
  name: string,
  unitName: string,
  units: readonly (readonly [unit: string, variables: Iterable<string>])[],
): string {
  const base = name.replace(/\[[\d, ]*\]$/, '');
  const owners = units.filter(([, variables]) => new Set(variables).has(base));
  if (owners.length > 0) return `Did you mean ${someNames(owners.map(([unit]) => `${unit}.${name}`))}?`;
  return nameHint(
    unitName,
    units.map(([unit]) => unit),
  );
}

/** Places of units by name, and the length of the longest name. */
interface Units {
  names: ReadonlyMap<string, number>;
  longest: number;
}

/** Name and description of a unit, among which terminals are searched. */
export type DescribedUnit = Pick<SystemUnit, 'name' | 'description'>;

const known = new WeakMap<readonly DescribedUnit[], Units>();

/** Made once for all ports of a system. */
function indexesOf(units: readonly DescribedUnit[]): Units {
  const cached = known.get(units);
  if (cached !== undefined) return cached;
  const names = new Map(units.map(({ name }, i) => [name, i]));
  const index = { names, longest: units.reduce((n, { name }) => Math.max(n, name.length), 0) };
  known.set(units, index);
  return index;
}
