import { packageRequire } from '../../util/package-files.ts';
import type { NumericArray } from '../instance/instance.ts';
import type { Overdue } from '../watchdog/time-limits.ts';
import { programs } from './compile/compile-host.ts';

/** Reference to an FMU in the addon. */
export type Handle = object & { readonly brand: 'unit' };

/** Limits of an isolated FMU. */
export interface NativeLimits {
  /**
   * CPU time limit of one call, summed over the threads of the process [s]. Never enforced before
   * the same wall time has passed. It also limits the CPU time between calls, beyond a tenth of the
   * wall time.
   */
  callSeconds: number;
  /** Wall time limit of one call [s]. */
  wallSeconds: number;
  /** Private memory of its process (RLIMIT_DATA) [bytes]. */
  memoryBytes: number;
  /**
   * Limit of the files it writes [bytes]: in total if it has a private file tree, else for each
   * file.
   */
  fileBytes: number;
  /** Limit of the texts, binaries or state that one call returns, in total [bytes]. */
  resultBytes: number;
}

/** Options for starting the process of an isolated FMU. */
export interface ChildOptions extends NativeLimits {
  program: string;
  environment: string[];
  /** Permissions: the sum of `allow_…` in sandbox.h. */
  allow: number;
  /** Parts of the sandbox to leave out, as bits. */
  without: number;
}

/** Interface of `addon.c`. The status −1 means that the FMU is gone. */
export interface Addon {
  /**
   * Opens an FMU in this process, which owns its folder from now on. An empty text stands for a
   * shared folder.
   */
  open(folder: string): Handle;
  /** Starts an FMU in a separate process, which owns its folder from now on. */
  start(folder: string, options: ChildOptions): Promise<Handle>;
  /** Returns a further FMU in the process of an isolated one, or undefined if it cannot join. */
  join(unit: Handle): Handle | undefined;
  block(unit: Handle): ArrayBuffer;
  segment(unit: Handle, bytes: number): ArrayBuffer | undefined;
  /** Prepares a call. Returns its number for `make`, valid until the FMU is closed and released. */
  bind(unit: Handle, operation: number, operand: number): number;
  /**
   * Makes the prepared call whose number is the first Int32 of `desk`, and stores its status in the
   * second. Call it without `this`, like the next functions.
   */
  make(this: void): void;
  /**
   * Starts that call of an FMU in a separate process and returns. `wait` waits for the result, as
   * `make` does.
   */
  post(this: void): void;
  wait(this: void): void;
  readonly desk: ArrayBuffer;
  /**
   * Creates a loop over FMUs of this process (`native-loop.ts`) and returns it with its number for
   * `make`, or undefined if the plan is not supported. Its holder must also reference the arrays
   * and the FMUs.
   */
  loop(
    words: Uint32Array,
    reals: Float64Array,
    arrays: readonly NumericArray[],
    units: readonly Handle[],
  ): [loop: object, number: number] | undefined;
  call(unit: Handle, operation: number, operand: number): number;
  ending(unit: Handle): [how: Ending, code: number, output: string, cpuSeconds: number];
  /**
   * Returns the CPU time of its process between calls, and its part beyond a tenth of the wall
   * time, which is always allowed [s].
   */
  idle(unit: Handle): [used: number, excess: number];
  /**
   * Returns the state of each part of its sandbox, by `parts`. 0: active. −1: left out because of a
   * permission. Otherwise: error number.
   */
  sandbox(unit: Handle): number[] | undefined;
  /** Returns the number of its process. */
  process(unit: Handle): number;
  /**
   * Saves the current state of an FMU opened with `copies.allow` at a place, restores it, or frees
   * the place. A status of `copies.threads` + n reports n threads, which cannot be copied.
   */
  hold(unit: Handle, place: number): number;
  back(unit: Handle, place: number): number;
  drop(unit: Handle, place: number): void;
  /** Returns the output of such an FMU during a call, as far as its process could not read it. */
  printed(unit: Handle): string;
  /** Additional `allow` bits for an FMU under Wine. */
  readonly wine: number;
  readonly copies: { readonly allow: number; readonly limit: number; readonly threads: number };
  close(unit: Handle): void;
  readonly operations: Readonly<Record<string, number>>;
  /** Parts of the sandbox, in the order of activation. */
  readonly parts: Readonly<Record<string, number>>;
  readonly types: Readonly<Record<string, number>>;
  readonly registers: Readonly<Record<string, number>>;
  /** Offsets in the block [bytes]. */
  readonly places: Readonly<Record<string, number>>;
}

export type Ending = 'running' | 'exited' | 'killed' | Overdue | 'lingers';

let loaded: Addon | undefined;

export function addon(): Addon {
  loaded ??= packageRequire(programs().addon) as Addon;
  return loaded;
}
