import type { CheckedSystem, SystemFile } from './system.ts';

/**
 * Source of a checked system after overrides. `prefix` is true if columns start with the name of
 * their unit.
 */
export interface Written {
  system: SystemFile;
  prefix: boolean;
  /** Rows of the file that drives inputs, its titles first. */
  rows?: readonly (readonly string[])[];
}

const known = new WeakMap<CheckedSystem, Written>();

/**
 * Returns the source of a checked system, to show or export it. Undefined for a system received
 * from another thread.
 */
export function writtenAs(system: CheckedSystem): Written | undefined {
  return known.get(system);
}

export function keepWritten(system: CheckedSystem, written: Written | undefined): CheckedSystem {
  if (written !== undefined) known.set(system, written);
  return system;
}
