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
 * less. Both, with WebAssembly after eleven times as much, take 14 % off ten units. Where the numbers that they are otherwise are known, which
 * are those of Node 20.
 */
const laterOptimized: Flags = {
  here: ['--interrupt-budget=2000000', '--wasm-tiering-budget=20000000'],
  otherwise: [given('--interrupt-budget', 67584), given('--wasm-tiering-budget', 1_800_000)],
};

/** A flag as Node was started with, else as it is by itself. */
function given(flag: string, byItself: number): string {
  const words = process.execArgv.filter((word) => word.startsWith(`${flag}=`));
  return words.at(-1) ?? `${flag}=${byItself}`;
}

let once = false;
const inForce: Flags[] = [];

/**
 * Does what makes units, as many, with flags of V8 for compilers that run for seconds; to be asked for before they are loaded. What it makes
 * is the same. Flags are those of the whole process, so that only its owner may ask for it; at the end they are as they were.
 */
export async function makingUnits<Result>(count: number, work: () => Promise<Result>): Promise<Result> {
  once = count === 1;
  try {
    return await withFlags(process.versions.v8.startsWith('11.3.') ? laterOptimized : undefined, work);
  } finally {
    once = false;
  }
}

/** Lets a compiler that is WebAssembly run as it comes, where it will run once: to optimize it takes more time than it saves then. */
export function hastened<Result>(work: () => Promise<Result>): Promise<Result> {
  return withFlags(once ? asItComes : undefined, work);
}

async function withFlags<Result>(flags: Flags | undefined, work: () => Promise<Result>): Promise<Result> {
  if (flags === undefined || inForce.includes(flags)) return work();
  // Before bytecode is kept, by this package or by Node, all is as it was, also where the process ends in between.
  if (inForce.length === 0) process.prependOnceListener('exit', asOtherwise);
  inForce.push(flags);
  set('here');
  try {
    return await work();
  } finally {
    set('otherwise');
    inForce.splice(inForce.indexOf(flags), 1);
    set('here');
    if (inForce.length === 0) process.removeListener('exit', asOtherwise);
  }
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

function asOtherwise(): void {
  set('otherwise');
  inForce.length = 0;
}

function set(which: keyof Flags): void {
  for (const flag of inForce.flatMap((flags) => flags[which])) setFlagsFromString(flag);
}
