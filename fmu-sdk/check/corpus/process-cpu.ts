import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second for user space (proc(5), `_SC_CLK_TCK`). */
const ticks = 100;

/**
 * Returns the CPU time of a process and of its children that have ended [s]. Returns undefined if
 * /proc does not provide it.
 */
export function cpuSecondsOf(process: number | 'self'): number | undefined {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, 'utf8');
    // proc(5), fields 14 to 17: utime, stime, cutime, cstime. The name in field 2 may contain any
    // character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / ticks;
  } catch {
    return undefined;
  }
}

/** Returns the CPU time of a process and of all its running descendants [s]. */
export function cpuSecondsBelow(process: number): number {
  return (cpuSecondsOf(process) ?? 0) + childrenOf(process).reduce((sum, id) => sum + cpuSecondsBelow(id), 0);
}

function childrenOf(process: number): number[] {
  try {
    return readdirSync(`/proc/${process}/task`).flatMap((thread) =>
      readFileSync(`/proc/${process}/task/${thread}/children`, 'utf8')
        .split(' ')
        .filter((id) => id !== '')
        .map(Number),
    );
  } catch {
    // It has ended.
    return [];
  }
}
