import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Started } from './results/files.ts';

/** Returns the CPU time of a process [clock ticks of 10 ms] (proc(5), fields 14 and 15). */
export function ticksOf({ child }: Started): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const [user, kernel] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11);
  return Number(user) + Number(kernel);
}

/** Waits for the end of a process. Returns its CPU time from now on [ticks]. */
export async function ticksToEnd(started: Started): Promise<number> {
  const before = ticksOf(started);
  let last = before;
  await expect
    .poll(() => {
      if (started.child.exitCode !== null || started.child.signalCode !== null) return true;
      if (existsSync(`/proc/${started.child.pid}/stat`)) last = ticksOf(started);
      return false;
    })
    .toBe(true);
  return last - before;
}
