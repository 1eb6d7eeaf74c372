import type { FmuContent } from '../fmu/fmu-content.ts';

/** Returns true if a relative path leaves its folder or uses other separators. */
export function leavesFolder(path: string): boolean {
  return /^\/|^[A-Za-z]:|\\|(^|\/)\.\.(\/|$)/.test(path);
}

/** Returns true if the archive is refused for an entry that another rule reports. */
export function hasHostileEntry(fmu: FmuContent): boolean {
  return (fmu.zip?.entries ?? []).some(({ name, flags }) => leavesFolder(name) || (flags & 0x41) !== 0);
}
