import { UserError } from '../../fmu-sdk/error.ts';
import type { CheckedSystem } from './system.ts';

/** Refuses what was not loaded, of callers without types: a path, a system as it stands in its file. `operation`: what it was given for. */
export function requireChecked(operation: string, given: unknown): asserts given is CheckedSystem {
  const { units, connections, record } = (given ?? {}) as Partial<CheckedSystem>;
  if (Array.isArray(units) && Array.isArray(connections) && record !== undefined) return;
  throw new UserError(
    `${operation}: what was given is no system that was loaded. Give what loadSystem (of a file), resolveSystem (of a system at hand) or singleSystem (of a unit) has returned, behind await.`,
  );
}
