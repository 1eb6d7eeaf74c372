import { packageRequire } from '../../package.ts';
import type { Overdue } from '../overdue.ts';
import { programs } from './compile.ts';

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
}

/** How to start the process of an isolated unit. */
export interface ChildOptions extends NativeLimits {
  program: string;
  environment: string[];
}

/** What `addon.c` offers. A status of −1 says that the unit is gone. */
export interface Addon {
  open(folder: string, options?: ChildOptions): Handle;
  block(unit: Handle): ArrayBuffer;
  segment(unit: Handle, bytes: number): ArrayBuffer | undefined;
  bind(unit: Handle, operation: number, operand: number): () => number;
  call(unit: Handle, operation: number, operand: number): number;
  ending(unit: Handle): [how: Ending, code: number, output: string, cpuSeconds: number];
  close(unit: Handle): void;
  readonly operations: Readonly<Record<string, number>>;
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
