import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Resources of a process at one moment. */
export interface Holdings {
  /** Memory in use by all of the process, and by JavaScript's objects and buffers [bytes]. */
  rss: number;
  heap: number;
  descriptors: number;
  threads: number;
  /** Processes that it has started and that have not been waited for. */
  processes: number;
  /** Files and folders in the folder for temporary files. */
  scratch: number;
}

export type Holding = keyof Holdings;

/**
 * Measures the resources after everything has been released: garbage is collected, and other work
 * had time to end.
 */
export async function holdings(): Promise<Holdings> {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return {
    rss,
    heap: heapUsed + external,
    descriptors: readdirSync('/proc/self/fd').length,
    threads: readdirSync('/proc/self/task').length,
    processes: children(),
    scratch: readdirSync(tmpdir()).length,
  };
}

function children(): number {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === process.pid).length;
}

/** proc(5): the field behind the name of the program, which may hold anything, and the state. */
function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]);
  } catch {
    return 0;
  }
}
