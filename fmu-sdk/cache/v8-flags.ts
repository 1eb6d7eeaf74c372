import { setFlagsFromString } from 'node:v8';

/** V8 flags with their temporary and their default settings. */
interface Flags {
  here: readonly string[];
  otherwise: readonly string[];
}

/**
 * Runs WebAssembly without optimization and validates it lazily. `--liftoff-only` disables two more
 * flags.
 */
const unoptimizedWasm: Flags = {
  here: ['--liftoff-only', '--wasm-lazy-validation'],
  otherwise: ['--no-liftoff-only', '--wasm-tier-up', '--wasm-dynamic-tiering', '--no-wasm-lazy-validation'],
};

/**
 * Optimizes JavaScript after thirty times as much work as usual. A quarter of a small build's CPU
 * time was spent there, and this saves 6 %. With WebAssembly optimized after eleven times as much
 * work, ten builds save 14 %.
 *
 * Applies only to V8 versions whose defaults are known (Node 20).
 */
const laterOptimized: Flags = {
  here: ['--interrupt-budget=2000000', '--wasm-tiering-budget=20000000'],
  otherwise: [resolveFlag('--interrupt-budget', 67584), resolveFlag('--wasm-tiering-budget', 1_800_000)],
};

/** Returns a flag with the value from Node's command line, else with its default. */
function resolveFlag(flag: string, byItself: number): string {
  const words = process.execArgv.filter((word) => word.startsWith(`${flag}=`));
  return words.at(-1) ?? `${flag}=${byItself}`;
}

let once = false;
const inForce: Flags[] = [];

/**
 * Builds `count` FMUs with V8 flags for compilers that run for seconds. Call it before the
 * compilers are loaded. The output does not change. The flags affect the whole process, so only its
 * main program may call this. They are restored at the end.
 */
export async function withBuildFlags<Result>(count: number, work: () => Promise<Result>): Promise<Result> {
  once = count === 1;
  try {
    return await withFlags(process.versions.v8.startsWith('11.3.') ? laterOptimized : undefined, work);
  } finally {
    once = false;
  }
}

/**
 * Runs a WebAssembly compiler without optimization if it runs only once, because optimizing would
 * take longer than it saves.
 */
export function withoutOptimization<Result>(work: () => Promise<Result>): Promise<Result> {
  return withFlags(once ? unoptimizedWasm : undefined, work);
}

async function withFlags<Result>(flags: Flags | undefined, work: () => Promise<Result>): Promise<Result> {
  if (flags === undefined || inForce.includes(flags)) return work();
  // Restores the flags before fmukit or Node stores bytecode, even if the process exits early.
  if (inForce.length === 0) process.prependOnceListener('exit', restoreDefaults);
  inForce.push(flags);
  set('here');
  try {
    return await work();
  } finally {
    set('otherwise');
    inForce.splice(inForce.indexOf(flags), 1);
    set('here');
    if (inForce.length === 0) process.removeListener('exit', restoreDefaults);
  }
}

/**
 * Runs work that needs the default flags: V8 accepts bytecode only under the flags that produced
 * it.
 */
export function withDefaultFlags<Result>(work: () => Result): Result {
  set('otherwise');
  try {
    return work();
  } finally {
    set('here');
  }
}

function restoreDefaults(): void {
  set('otherwise');
  inForce.length = 0;
}

function set(which: keyof Flags): void {
  for (const flag of inForce.flatMap((flags) => flags[which])) setFlagsFromString(flag);
}
