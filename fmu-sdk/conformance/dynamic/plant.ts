import type { Calls, Values } from '../../host/calls.ts';
import type { Plant } from './bench.ts';

/** The unit's functions, some of them replaced; `base` are the ones it had. */
export function replacing(calls: Calls, replacements: (base: Calls) => Partial<Calls>): Calls {
  const replaced = replacements(calls) as Record<PropertyKey, unknown>;
  return new Proxy(calls, {
    get: (target, name) => (Object.hasOwn(replaced, name) ? replaced[name] : Reflect.get(target, name)),
  });
}

/** A defect in functions of the co-simulation specimen of FMI 3.0. */
export function plant(says: string, replacements: (base: Calls) => Partial<Calls>): Plant {
  return { says, fmi: 3, kind: 'coSimulation', corrupt: (calls) => replacing(calls, replacements) };
}

/** Changes the value of one reference in what a getter of scalars gave, alone or among others. */
export function spoil<T extends number | bigint = number>(
  { valueReferences, view, offset }: Values,
  valueReference: number,
  other: (value: T) => T,
): void {
  const at = valueReferences.indexOf(valueReference);
  if (at < 0) return;
  const numbers = view as { [index: number]: number | bigint };
  numbers[offset + at] = other(numbers[offset + at] as T);
}
