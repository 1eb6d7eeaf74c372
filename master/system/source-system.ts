import type { CheckedSystem, SystemFile } from './system.ts';

/**
 * Source of a checked system after overrides. `prefix` is true if columns start with the name of
 * their unit.
 */
export interface SourceSystem {
  system: SystemFile;
  prefix: boolean;
  /** Rows of the file that drives inputs, its titles first. */
  rows?: readonly (readonly string[])[];
}

const sources = new WeakMap<CheckedSystem, SourceSystem>();

/**
 * Returns the source of a checked system, to show or export it. Undefined for a system received
 * from another thread.
 */
export function sourceOf(system: CheckedSystem): SourceSystem | undefined {
  return sources.get(system);
}

export function rememberSource(system: CheckedSystem, written: SourceSystem | undefined): CheckedSystem {
  if (written !== undefined) sources.set(system, written);
  return system;
}
