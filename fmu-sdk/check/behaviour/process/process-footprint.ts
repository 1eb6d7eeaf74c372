import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Confined } from '../../../host/native/open-native.ts';
import type { ProcessFootprint } from '../check-target.ts';

/** Returns the data of Linux's /proc about the process of an FMU. */
export function footprintOf({ id, folder }: Confined): ProcessFootprint {
  const status = (key: string): number =>
    Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]);
  return {
    memory: () => 1024 * status('RssAnon'),
    threads: () => status('Threads'),
    cpuSeconds: () => cpuSecondsOf(id),
    // It works in a tree of files of its own.
    // What Wine has for itself there is not the FMU's.
    written: () => readdirSync(join(`/proc/${id}/root`, folder, 'work')).filter((name) => name !== '.wine'),
  };
}

/** Ticks of a second in /proc, on Linux whatever the machine. */
const ticks = 100;

function cpuSecondsOf(id: number): number {
  try {
    // After the name in brackets, which may hold anything: utime and stime are fields 14 and 15.
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticks;
  } catch {
    return 0;
  }
}
