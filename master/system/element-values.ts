import {
  elementCount,
  type ModelDescription,
  type Variable,
  variablesByName,
} from '../../fmu-sdk/description/description.ts';
import { findElement } from '../../fmu-sdk/description/tables/element-index.ts';
import { resizeVariables } from '../../fmu-sdk/description/variables/resize.ts';
import type { ParameterValue, UnitOfSystem } from './system.ts';

/** Values of one unit: its parameters, and start values of all other variables. */
export interface UnitValues {
  parameters: Record<string, ParameterValue>;
  start: Record<string, ParameterValue>;
}

/**
 * Returns the description with the dimensions that values of structural parameters give. Values
 * that are not a size are refused later.
 */
export function resizedBy(
  description: ModelDescription,
  values: Iterable<readonly [variable: Variable, value: ParameterValue]>,
): ModelDescription {
  const sizes = new Map<number, number>();
  for (const [{ causality, valueReference }, value] of values) {
    const size = Array.isArray(value) || value === '' ? Number.NaN : Number(value);
    if (causality === 'structuralParameter' && Number.isSafeInteger(size) && size >= 0)
      sizes.set(valueReference, size);
  }
  return resizeVariables(description, sizes);
}

/**
 * Returns the values of a unit in which values of single elements (`"A[2,1]": 7`) are part of the
 * whole array. `refuse` is called with the key of a wrong entry.
 */
export function withWholeArrays(
  description: ModelDescription,
  unit: UnitOfSystem,
  refuse: (section: 'parameters' | 'start', key: string, what: string) => never,
): UnitOfSystem {
  const { parameters = {}, start = {} } = unit;
  const keys = Object.keys({ ...parameters, ...start });
  const names = variablesByName(description);
  if (keys.every((key) => names.has(key) || !key.endsWith(']'))) return unit;
  const changed = resizedBy(description, knownValues(names, parameters));
  return {
    ...unit,
    ...(unit.parameters && { parameters: merged(changed, parameters, (...w) => refuse('parameters', ...w)) }),
    ...(unit.start && { start: merged(changed, start, (...what) => refuse('start', ...what)) }),
  };
}

/** Returns the values of variables that are named as a whole. */
export function knownValues(
  names: ReadonlyMap<string, Variable>,
  values: Readonly<Record<string, ParameterValue>>,
): [Variable, ParameterValue][] {
  return Object.entries(values).flatMap(([name, value]) => {
    const variable = names.get(name);
    return variable === undefined ? [] : [[variable, value] as [Variable, ParameterValue]];
  });
}

function merged(
  description: ModelDescription,
  values: Record<string, ParameterValue>,
  refuse: (key: string, what: string) => never,
): Record<string, ParameterValue> {
  const names = variablesByName(description);
  const whole = new Map<string, ParameterValue>();
  const elements: [key: string, variable: Variable, element: number][] = [];
  for (const [key, value] of Object.entries(values)) {
    try {
      const { variable, element } = findElement(names, key) ?? {};
      if (variable === undefined || element === undefined) whole.set(key, value);
      else elements.push([key, variable, element]);
    } catch (error) {
      refuse(key, (error as Error).message);
    }
  }
  for (const [key, variable, element] of elements)
    try {
      const name = [variable.name, ...(variable.aliases ?? []).map((alias) => alias.name)].find((n) =>
        whole.has(n),
      );
      const before = name === undefined ? undefined : whole.get(name);
      whole.set(name ?? variable.name, withElement(variable, before, element, values[key]));
    } catch (error) {
      refuse(key, (error as Error).message);
    }
  return Object.fromEntries(whole);
}

/**
 * Returns the values of an array with one of them replaced. Without values the others are the start
 * values, or null if only the FMU knows them.
 *
 * @throws Error with the number of elements if the others do not have a value
 */
export function withElement(
  variable: Variable,
  values: ParameterValue | undefined,
  element: number,
  value: ParameterValue,
): ParameterValue {
  const { dimensions, resized } = variable;
  const count = elementCount(variable);
  if (Array.isArray(value))
    throw new Error(`expected one value for one element, got ${value.length}. Give one.`);
  const list = [values ?? variable.start ?? (resized === true ? null : [])].flat();
  const all = list.length === 1 ? new Array(count).fill(list[0]) : list;
  if (values !== undefined && all.length !== count)
    throw new Error(
      `${variable.name} has the dimensions [${dimensions}], but ${list.length} values. Give ${count} values, or only those of elements.`,
    );
  if (all.length !== count)
    throw new Error(
      `the other elements (of ${count}) do not have a value. Set all of them, separated by commas.`,
    );
  return all.map((other, k) => (k === element ? value : other));
}
