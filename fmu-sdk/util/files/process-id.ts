import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * The process that created a temporary file: its number and start time, on a machine that has not
 * restarted since.
 */
export interface ProcessId {
  pid: number;
  /**
   * Start of the process [ticks since boot]. It differs when the system reuses a process number.
   */
  start: string;
  /**
   * Machine, its current boot and its process namespace. Missing in names from earlier versions.
   */
  machine?: string;
}

/** Pattern of an owner in a file name: `4711-88123-1f3a9c02`. */
export const ownerPattern: string = String.raw`(\d+)-(\d+)(?:-([0-9a-f]{8})(?=-))?`;

/** Age after which a file that another machine left in a shared folder counts as stale [ms]. */
const patience = 7 * 24 * 3600 * 1000;

const thisMachine = machine();

/** The identity of this process as part of a file name. */
export const owner: string = `${process.pid}-${startOf(process.pid) ?? '0'}-${thisMachine}`;

export function parseProcessId([, pid, start, machine]: RegExpExecArray): ProcessId {
  return { pid: Number(pid), start, machine };
}

/**
 * Reports whether the owner may still be running. `modified` is the time of the file's last write
 * [ms since 1970].
 */
export function mayBeRunning(of: ProcessId, modified: number): boolean {
  if (of.machine !== undefined && of.machine !== thisMachine) return Date.now() - modified < patience;
  if (of.machine === undefined || process.platform !== 'linux') return exists(of.pid);
  return startOf(of.pid) === of.start;
}

/** Returns field 22 of proc(5), or undefined if the process has ended (zombie). */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return 'ZX'.includes(fields[0]) ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function machine(): string {
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
