import type { CheckedSystem, SystemFile } from './system.ts';

/** How a checked system was written, with what was set of it, and whether its columns carry the names of units. */
export interface Written {
  system: SystemFile;
  prefix: boolean;
  /** Rows of the file that drives inputs, its titles first. */
  rows?: readonly (readonly string[])[];
}

const known = new WeakMap<CheckedSystem, Written>();

/** For who shows a system or hands it on; undefined of one that another thread has sent. */
export function writtenAs(system: CheckedSystem): Written | undefined {
  return known.get(system);
}

export function keepWritten(system: CheckedSystem, written: Written | undefined): CheckedSystem {
  if (written !== undefined) known.set(system, written);
  return system;
}
