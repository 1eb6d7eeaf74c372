import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Who made a passing file: a process, by its number and its beginning, on a machine that has not been started since. */
export interface Owner {
  pid: number;
  /** When the process began [ticks since the machine did]: a number that is given again has another beginning. */
  start: string;
  /** Machine, its present start and its space of process numbers; missing in names of earlier versions. */
  place?: string;
}

/** An owner in a name: `4711-88123-1f3a9c02`. */
export const ownerPattern: string = String.raw`(\d+)-(\d+)(?:-([0-9a-f]{8})(?=-))?`;

/** What another machine has left in a shared folder is taken for dead when nothing was written for so long [ms]. */
const patience = 7 * 24 * 3600 * 1000;

const here = place();

/** This process, as a part of names. */
export const owner: string = `${process.pid}-${startOf(process.pid) ?? '0'}-${here}`;

export function ownerOf([, pid, start, place]: RegExpExecArray): Owner {
  return { pid: Number(pid), start, place };
}

/** Whether an owner may still be at work; `modified` is when its file was last written [ms since 1970]. */
export function lives(of: Owner, modified: number): boolean {
  if (of.place !== undefined && of.place !== here) return Date.now() - modified < patience;
  if (of.place === undefined || process.platform !== 'linux') return exists(of.pid);
  return startOf(of.pid) === of.start;
}

/** Field 22 of proc(5), unless nothing but the entry is left of the process. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return 'ZX'.includes(fields[0]) ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function place(): string {
  const parts = [
    hostname(),
    tried(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    tried(() => readlinkSync('/proc/self/ns/pid')),
  ];
  return createHash('sha256').update(parts.join()).digest('hex').slice(0, 8);
}

function tried(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
