import { setFlagsFromString } from 'node:v8';

let once = false;
let hasty = false;

/** To be said by a process that makes one unit and ends. */
export function makesOneUnit(): void {
  once = true;
}

/** Flags of V8 by what they are here and what they are otherwise. */
interface Flags {
  here: readonly string[];
  otherwise: readonly string[];
}

/** WebAssembly runs as it comes. `--liftoff-only` turns two more off. */
const asItComes: Flags = {
  here: ['--liftoff-only'],
  otherwise: ['--no-liftoff-only', '--wasm-tier-up', '--wasm-dynamic-tiering'],
};

/**
 * JavaScript is optimized after thirty times as much work as otherwise: a quarter of a small unit's CPU time went there, and this takes 6 %
 * less. Where the number that it is otherwise is known, which is that of Node 20.
 */
const laterOptimized: Flags = {
  here: ['--interrupt-budget=2000000'],
  otherwise: ['--interrupt-budget=67584'],
};

/**
 * Before a compiler that is WebAssembly runs: it runs as it comes, where it will run once, for to optimize it takes more time than
 * it saves then. What it makes is the same. Flags are those of the whole process, so that only its owner may ask for it.
 */
export function hasten(): void {
  if (!once || hasty) return;
  hasty = true;
  const all = process.versions.v8.startsWith('11.3.') ? [asItComes, laterOptimized] : [asItComes];
  for (const flag of all.flatMap(({ here }) => here)) setFlagsFromString(flag);
  // Before bytecode is kept all is as it was: V8 takes it only with the flags with which it was made.
  process.prependOnceListener('exit', () => {
    for (const flag of all.flatMap(({ otherwise }) => otherwise)) setFlagsFromString(flag);
  });
}
