import { readFileSync, readlinkSync } from 'node:fs';

/** Unit of CPU time in `/proc` on every machine that Node supports [1/s]. */
const ticks = 100;

/** Returns Linux's number of the calling thread, or 0 on other systems. */
export function thisTask(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return 0;
  }
}

/**
 * Returns the CPU time of a thread of this process with a resolution of 10 ms, or 0 if it has ended
 * [s]. Without thread numbers, returns the CPU time of the whole process.
 */
export function cpuSecondsOf(task: number): number {
  if (task === 0) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  try {
    // Fields 14 and 15 of proc(5), after the program's name, which may contain any character.
    const stat = readFileSync(`/proc/self/task/${task}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticks;
  } catch {
    return 0;
  }
}
