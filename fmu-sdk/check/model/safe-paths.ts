import type { Fmu } from '../fmu/fmu-files.ts';

/** Does a relative path lead out of its folder, or use other separators? */
export function leaves(path: string): boolean {
  return /^\/|^[A-Za-z]:|\\|(^|\/)\.\.(\/|$)/.test(path);
}

/** Is an archive refused for an entry that a rule of its own reports? */
export function hasHostileEntry(fmu: Fmu): boolean {
  return (fmu.zip?.entries ?? []).some(({ name, flags }) => leaves(name) || (flags & 0x41) !== 0);
}
