import { isFullTest } from './width.ts';

/** Collects young memory less often. */
const collection = ['--min-semi-space-size=16', '--max-semi-space-size=32'];

/**
 * V8 options for the processes of quick tests. V8 optimizes later, which saves a fifth of the CPU
 * time. Results of tests do not depend on them.
 */
export const workerOptions: readonly string[] = isFullTest
  ? []
  : ['--interrupt-budget=1000000', '--wasm-tiering-budget=20000000', ...collection];

/**
 * V8 options for programs that quick tests start. A program that builds one unit ends before
 * optimized compilers pay: without optimization it takes a third less CPU time.
 */
export const programOptions: readonly string[] = isFullTest
  ? []
  : ['--interrupt-budget=1000000', '--wasm-tiering-budget=2000000000', ...collection];
