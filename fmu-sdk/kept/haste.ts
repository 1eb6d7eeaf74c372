import { setFlagsFromString } from 'node:v8';

/** Flags of V8 by what they are here and what they are otherwise. */
interface Flags {
  here: readonly string[];
  otherwise: readonly string[];
}

/** WebAssembly runs as it comes, and what does not run is not validated. `--liftoff-only` turns two more off. */
const asItComes: Flags = {
  here: ['--liftoff-only', '--wasm-lazy-validation'],
  otherwise: ['--no-liftoff-only', '--wasm-tier-up', '--wasm-dynamic-tiering', '--no-wasm-lazy-validation'],
};

/**
 * JavaScript is optimized after thirty times as much work as otherwise: a quarter of a small unit's CPU time went there, and this takes 6 %
 * less. Where the number that it is otherwise is known, which is that of Node 20.
 */
const laterOptimized: Flags = {
  here: ['--interrupt-budget=2000000'],
  otherwise: ['--interrupt-budget=67584'],
};

let once = false;
const inForce: Flags[] = [];

/**
 * To be said by a process that makes one unit and ends, before it loads compilers. What it makes is the same. Flags are those of the
 * whole process, so that only its owner may ask for it.
 */
export function makesOneUnit(): void {
  once = true;
  if (process.versions.v8.startsWith('11.3.')) enforce(laterOptimized);
}

/** Before a compiler that is WebAssembly runs: it runs as it comes, where it will run once, for to optimize it takes more time than it saves then. */
export function hasten(): void {
  if (once) enforce(asItComes);
}

/** Does what depends on all flags being as they are otherwise: V8 takes bytecode only with the flags with which it was made. */
export function asUsual<Result>(work: () => Result): Result {
  set('otherwise');
  try {
    return work();
  } finally {
    set('here');
  }
}

function enforce(flags: Flags): void {
  if (inForce.includes(flags)) return;
  // Before bytecode is kept, by this package or by Node, all is as it was.
  if (inForce.length === 0) process.prependOnceListener('exit', () => set('otherwise'));
  inForce.push(flags);
  set('here');
}

function set(which: keyof Flags): void {
  for (const flag of inForce.flatMap((flags) => flags[which])) setFlagsFromString(flag);
}
