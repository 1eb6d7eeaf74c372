import { Finished } from '../../../fmu-sdk/host/fmi-driver/call-failure.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { UnitNote } from '../unit-notes.ts';

/**
 * Cells that a thread with units shares with the one that couples them: commands given, and done; the command and its operand; its number for
 * Linux; the first unit that failed in a step, or −1.
 */
export const place = { given: 0, done: 1, command: 2, operand: 3, task: 4, failed: 5 } as const;
export const places = 6;

/** `step`: a group of units from times[0] by times[1] [s]. `ask`: what the port has. `end`: the thread ends. */
export const command = { step: 1, ask: 2, end: 3 } as const;

/** What a thread begins with. */
export interface Begin {
  /** With its own units alone. */
  system: CheckedSystem;
  rollback: boolean;
  cells: Int32Array;
  times: Float64Array;
  /** Where it says which of its units it calls (`cell.unit`). */
  activity: Int32Array;
}

/** What is asked of it: the units are numbered as it has them. */
export type Question =
  | { ask: 'group'; units: readonly number[] }
  | { ask: 'mirror'; unit: number; variable: string }
  | { ask: 'failure' }
  | { ask: 'close' }
  | { ask: 'call'; unit: number; method: Method; operands: readonly unknown[] }
  | { ask: 'portable'; unit: number; load?: Uint8Array }
  | { ask: 'snapshot'; unit: number; number: number; action: 'take' | 'restore' | 'release' };

/** Methods of an instance that go over by their name. */
export type Method =
  | 'initialize'
  | 'exitInitialization'
  | 'internalStep'
  | 'step'
  | 'begin'
  | 'micro'
  | 'partial'
  | 'slope'
  | 'reset'
  | 'close'
  | 'snapshot'
  | 'portable'
  | 'getState'
  | 'setState'
  | 'getBytes'
  | 'setBytes';

/** Where both threads see a variable: of `array` type, from `offset`; `slot` of its polynomial in the same memory, or −1. */
export interface Mirrored {
  array: string;
  /** Number of the block of memory, which comes with its first variable. */
  block: number;
  buffer?: SharedArrayBuffer;
  offset: number;
  length: number;
  slot: number;
}

/** What went wrong in a unit, as another thread can be told. */
export type Failure =
  | { kind: 'finished'; time: number }
  | { kind: 'user'; message: string }
  | { kind: 'unit'; reason: string };

export type Answer = { result: unknown } | { failure: Failure };

/** What a thread says while it opens its units. */
export type Opened = { note: Parameters<UnitNote> } | { opened: true } | { failure: Failure };

/** A failure of a unit in another thread; what it means was found there. */
export class FailureThere extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

export function told(thrown: unknown, reasonOf: (thrown: unknown) => string = messageOf): Failure {
  if (thrown instanceof Finished) return { kind: 'finished', time: thrown.time };
  if (thrown instanceof UserError) return { kind: 'user', message: thrown.message };
  return { kind: 'unit', reason: reasonOf(thrown) };
}

/** The same here. */
export function thrownHere(failure: Failure): Error {
  if (failure.kind === 'finished') return new Finished(failure.time);
  return failure.kind === 'user' ? UserError.again(failure.message) : new FailureThere(failure.reason);
}
