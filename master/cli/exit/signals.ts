import { readdirSync, readFileSync } from 'node:fs';

/** Signals that ask a command to end. Its exit code is then 128 plus the number of the signal. */
const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Calls `ask` with the exit code at the first signal, and `force` at the second. Without `force`,
 * the command ends at the first signal. Returns a function that stops listening.
 */
export function onSignals(ask: (code: number) => void, force: (code: number) => void = ask): () => void {
  let isStopping = false;
  const listeners = Object.entries(numbers).map(([name, number]) => {
    const listener = (): void => {
      (isStopping ? force : ask)(128 + number);
      isStopping = true;
    };
    process.on(name as NodeJS.Signals, listener);
    return { name, listener };
  });
  return () => {
    for (const { name, listener } of listeners) process.off(name, listener);
  };
}

/**
 * Runs a command that has nothing to save. At the first signal it ends what `end` ends, and removes
 * its temporary files. A second signal ends the process at once, whatever is left. Not for a command
 * that calls or awaits FMUs in this thread: it would answer late or never.
 *
 * @param end ends threads that may be in a long call
 */
export async function exitOnSignals<T>(
  command: () => Promise<T>,
  end: () => Promise<void> = async () => {},
): Promise<T> {
  const stop = onSignals((code) => {
    // From now on, the system ends the process.
    stop();
    void end().finally(() => process.exit(code));
  });
  try {
    return await command();
  } finally {
    stop();
  }
}

/**
 * Kills the child processes of this process, such as isolated FMUs and C compilers, so that threads
 * that wait for them return. Returns true if there were any.
 */
export function killChildren(): boolean {
  let any = false;
  if (process.platform !== 'linux') return any;
  for (const name of readdirSync('/proc').filter((candidate) => /^\d+$/.test(candidate)))
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // proc(5), field 4.
      const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
      if (Number(parent) !== process.pid) continue;
      process.kill(Number(name), 'SIGKILL');
      any = true;
    } catch {
      // The process ended by itself.
    }
  return any;
}
