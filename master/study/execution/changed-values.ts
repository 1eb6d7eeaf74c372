import { isDeepStrictEqual } from 'node:util';
import { splitElement } from '../../../fmu-sdk/description/tables/element-index.ts';
import { settableByName } from '../../../fmu-sdk/description/variables/alias-sets.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { withOtherValues } from '../../system/checks/check-units.ts';
import type { CheckedSystem, SystemFile, SystemUnit, UnitOfSystem } from '../../system/system.ts';
import type { Subject } from '../plan/study-path.ts';

/**
 * Returns the names of the units in which two systems differ, if values of the same variables are all
 * that differs. Undefined if anything else differs.
 */
export function unitsWithOtherValues(a: Subject, b: Subject): string[] | undefined {
  if (a.file !== b.file || a.single !== b.single) return undefined;
  const isSameBeside = (key: string): boolean =>
    key === 'units' || isSame(a.system[key as keyof SystemFile], b.system[key as keyof SystemFile]);
  if (!keysOfBoth(a.system, b.system)?.every(isSameBeside)) return undefined;
  const [before, now] = [a.system.units, b.system.units];
  const names = keysOfBoth(before, now)?.filter((name) => before[name] !== now[name]);
  return names?.every((name) => differByValues(before[name], now[name])) === true ? names : undefined;
}

function differByValues(before: UnitOfSystem, now: UnitOfSystem): boolean {
  const keys = keysOfBoth(before, now);
  return (
    keys?.every((key) => {
      if (key === 'parameters' || key === 'start')
        return keysOfBoth(before[key] ?? {}, now[key] ?? {}) !== undefined;
      return isSame(before[key as keyof UnitOfSystem], now[key as keyof UnitOfSystem]);
    }) === true
  );
}

/** Compares two settings. Runs of a study share most of them. */
const isSame = (a: unknown, b: unknown): boolean => a === b || isDeepStrictEqual(a, b);

/** Returns the keys of two objects if they have the same keys in the same order. */
function keysOfBoth(a: object, b: object): string[] | undefined {
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  const isEqual = keys.length === others.length && keys.every((key, k) => key === others[k]);
  return isEqual ? keys : undefined;
}

/**
 * Returns the units of a system with the values of another one. Undefined if sizes or single elements
 * change, or if a value is invalid. Then the whole system must be checked.
 */
export function unitsWith(
  system: CheckedSystem,
  names: readonly string[],
  units: SystemFile['units'],
): SystemUnit[] | undefined {
  try {
    return system.units.map((unit) =>
      names.includes(unit.name) ? withValuesOf(unit, units[unit.name]) : unit,
    );
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return undefined;
  }
}

function withValuesOf(unit: SystemUnit, options: UnitOfSystem): SystemUnit {
  const refuse = (): never => {
    throw new UserError('study: the values need the checks of a whole system.');
  };
  const byName = settableByName(unit.description);
  for (const name of [...Object.keys(options.parameters ?? {}), ...Object.keys(options.start ?? {})]) {
    const isElement = !byName.has(name) && splitElement(byName, name) !== undefined;
    if (isElement || byName.get(name)?.causality === 'structuralParameter') refuse();
  }
  return withOtherValues(unit, options, refuse);
}
