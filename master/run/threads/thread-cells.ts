import { Finished } from '../../../fmu-sdk/host/fmi-driver/call-failure.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { UnitNote } from '../instances/unit-notes.ts';

/**
 * Shared cells of a thread: commands given and done, the command and its operand, its thread number
 * in Linux, and the first unit that failed in a step, or −1.
 */
export const place = { given: 0, done: 1, command: 2, operand: 3, task: 4, failed: 5 } as const;
export const places = 6;

/**
 * `step`: step a group of units from times[0] by times[1] [s]. `ask`: answer the question on the
 * port. `end`: end the thread.
 */
export const command = { step: 1, ask: 2, end: 3 } as const;

/** Start data of a thread. */
export interface Begin {
  /** System with the thread's units only. */
  system: CheckedSystem;
  rollback: boolean;
  cells: Int32Array;
  times: Float64Array;
  /** Memory in which the thread reports the unit that it calls (`cell.unit`). */
  activity: Int32Array;
}

/** Request to a thread. Units have the thread's own indexes. */
export type Question =
  | { ask: 'group'; units: readonly number[] }
  | { ask: 'mirror'; unit: number; variable: string }
  | { ask: 'failure' }
  | { ask: 'close' }
  | { ask: 'call'; unit: number; method: Method; operands: readonly unknown[] }
  | { ask: 'portable'; unit: number; load?: Uint8Array }
  | { ask: 'snapshot'; unit: number; number: number; action: 'take' | 'restore' | 'release' };

/** Methods of an instance that are called by name. */
export type Method =
  | 'initialize'
  | 'exitInitialization'
  | 'internalStep'
  | 'setNominalStep'
  | 'stepToEvent'
  | 'waits'
  | 'handle'
  | 'hasEvents'
  | 'waitAtStart'
  | 'step'
  | 'begin'
  | 'micro'
  | 'partial'
  | 'slope'
  | 'announcesJumps'
  | 'announceJump'
  | 'reset'
  | 'close'
  | 'snapshot'
  | 'portable'
  | 'getState'
  | 'setState'
  | 'getBytes'
  | 'setBytes';

/**
 * Location of a mirrored variable: `array` type, offset, and the `slot` of its polynomial in the
 * same memory, or −1.
 */
export interface Mirrored {
  array: string;
  /** Number of the block of memory, which is sent with its first variable. */
  block: number;
  buffer?: SharedArrayBuffer;
  offset: number;
  length: number;
  slot: number;
}

/** Failure of a unit, in a form that can be sent to another thread. */
export type Failure =
  | { kind: 'finished'; time: number }
  | { kind: 'user'; message: string }
  | { kind: 'unit'; reason: string };

export type Answer = { result: unknown } | { failure: Failure };

/** Messages of a thread while it opens its units. */
export type OpeningMessage = { note: Parameters<UnitNote> } | { opened: true } | { failure: Failure };

/** Failure of a unit in another thread, which has already interpreted it. */
export class RemoteFailure extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

export function failureData(thrown: unknown, reasonOf: (thrown: unknown) => string = messageOf): Failure {
  if (thrown instanceof Finished) return { kind: 'finished', time: thrown.time };
  if (thrown instanceof UserError) return { kind: 'user', message: thrown.message };
  return { kind: 'unit', reason: reasonOf(thrown) };
}

/** Returns the failure as an error in this thread. */
export function errorOf(failure: Failure): Error {
  if (failure.kind === 'finished') return new Finished(failure.time);
  return failure.kind === 'user' ? UserError.again(failure.message) : new RemoteFailure(failure.reason);
}
