import { setFlagsFromString } from 'node:v8';

let once = false;
let hasty = false;

/** To be said by a process that makes one unit and ends. */
export function makesOneUnit(): void {
  once = true;
}

/**
 * Before a compiler that is WebAssembly runs: all of it runs as it comes, where it will run once, for to optimize it takes more time than
 * it saves then. What it makes is the same. The flag is one of the whole process, so that only its owner may ask for it.
 */
export function hasten(): void {
  if (!once || hasty) return;
  hasty = true;
  setFlagsFromString('--liftoff-only');
  // It has turned two more off. Before bytecode is kept all is as it was: V8 takes it only with the flags with which it was made.
  process.prependOnceListener('exit', () => {
    for (const flag of ['--no-liftoff-only', '--wasm-tier-up', '--wasm-dynamic-tiering'])
      setFlagsFromString(flag);
  });
}
