import { packageRequire } from '../../util/package-files.ts';
import type { NumericArray } from '../instance.ts';
import type { Overdue } from '../watchdog/time-limits.ts';
import { programs } from './compile-host.ts';

/** A unit inside the addon. */
export type Handle = object & { readonly brand: 'unit' };

/** Bounds on an isolated unit. */
export interface NativeLimits {
  /** Longest CPU time of one call, its process' threads together [s]; never less of wall time. */
  callSeconds: number;
  /** Longest wall time of one call [s]. */
  wallSeconds: number;
  /** Private memory of its process (RLIMIT_DATA). */
  memoryBytes: number;
  /** Files that it writes: all together where it has a tree of files of its own, else each. */
  fileBytes: number;
  /** Texts, binaries or a state that one call returns, all together. */
  resultBytes: number;
}

/** How to start the process of an isolated unit. */
export interface ChildOptions extends NativeLimits {
  program: string;
  environment: string[];
  /** What it may do: the sum of `allow_…` in sandbox.h. */
  allow: number;
  /** Parts of the sandbox to leave out, bit by bit. */
  without: number;
}

/** What `addon.c` offers. A status of −1 says that the unit is gone. */
export interface Addon {
  open(folder: string, options?: ChildOptions): Handle;
  block(unit: Handle): ArrayBuffer;
  segment(unit: Handle, bytes: number): ArrayBuffer | undefined;
  /** Prepares a call; its number for `make`, until the unit is closed and forgotten. */
  bind(unit: Handle, operation: number, operand: number): number;
  /** Where that call is in memory, for `fast.ts`. Whoever holds it holds the unit or loop too. */
  prepared(number: number): bigint | undefined;
  /** Makes the prepared call whose number is the first Int32 of `desk`; the second is its status then. It is called as it is, like those below. */
  make(this: void): void;
  /** Asks a unit in a process of its own for that call, and comes back; `wait` waits for the answer, as `make` does. */
  post(this: void): void;
  wait(this: void): void;
  readonly desk: ArrayBuffer;
  /**
   * A loop over units of this process (`native-loop.ts`), and its number for `make`; undefined where what it is to do cannot be done there. Whoever
   * holds it holds the arrays and the units too.
   */
  loop(
    words: Uint32Array,
    reals: Float64Array,
    arrays: readonly NumericArray[],
    units: readonly Handle[],
  ): [loop: object, number: number] | undefined;
  call(unit: Handle, operation: number, operand: number): number;
  ending(unit: Handle): [how: Ending, code: number, output: string, cpuSeconds: number];
  /** What became of each part of its sandbox, by `parts`: 0 stands, −1 left out for what it is allowed, else an error's number. */
  sandbox(unit: Handle): number[] | undefined;
  /** Number of its process. */
  process(unit: Handle): number;
  /**
   * Keeps the present state of a unit that was opened with `copies.allow` at a place; returns to what is kept there; gives the place back. A
   * status of `copies.threads` + n says that it has n threads, and is not copied.
   */
  hold(unit: Handle, place: number): number;
  back(unit: Handle, place: number): number;
  drop(unit: Handle, place: number): void;
  /** What such a unit has printed in a call beyond what its process could read. */
  printed(unit: Handle): string;
  /** What `allow` has more for a unit that Wine runs. */
  readonly wine: number;
  readonly copies: { readonly allow: number; readonly limit: number; readonly threads: number };
  close(unit: Handle): void;
  readonly operations: Readonly<Record<string, number>>;
  /** Parts of the sandbox, in the order in which they are put up. */
  readonly parts: Readonly<Record<string, number>>;
  readonly types: Readonly<Record<string, number>>;
  readonly registers: Readonly<Record<string, number>>;
  /** Places in the block [bytes]. */
  readonly places: Readonly<Record<string, number>>;
}

export type Ending = 'running' | 'exited' | 'killed' | Overdue;

let loaded: Addon | undefined;

export function addon(): Addon {
  loaded ??= packageRequire(programs().addon) as Addon;
  return loaded;
}
