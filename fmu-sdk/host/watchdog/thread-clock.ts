import { readFileSync, readlinkSync } from 'node:fs';

/** CPU time in `/proc` is counted in these on every machine that Node runs on [1/s]. */
const ticks = 100;

/** Number by which Linux knows the calling thread; 0 elsewhere. */
export function thisTask(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return 0;
  }
}

/**
 * CPU time of a thread of this process, to 10 ms; 0 of one that has ended [s]. Where threads have no number, that of the
 * whole process.
 */
export function cpuSecondsOf(task: number): number {
  if (task === 0) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  try {
    // Behind the name of the program, which may hold anything: proc(5), fields 14 and 15.
    const stat = readFileSync(`/proc/self/task/${task}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticks;
  } catch {
    return 0;
  }
}
