import { setFlagsFromString } from 'node:v8';

let once = false;

/** To be said by a process that makes one unit and ends. */
export function makesOneUnit(): void {
  once = true;
}

/**
 * Runs a compiler that is WebAssembly: as it comes, where it will run once, for to optimize it takes more time than it saves then.
 * What it makes is the same. The flag is one of the whole process, so that only its owner may ask for it, and of this time alone.
 */
export async function inHaste<T>(run: () => Promise<T>): Promise<T> {
  if (!once) return run();
  setFlagsFromString('--liftoff-only');
  try {
    return await run();
  } finally {
    setFlagsFromString('--no-liftoff-only');
  }
}
