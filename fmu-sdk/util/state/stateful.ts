import { UserError } from '../user-error.ts';

/** Arrays of numbers whose contents are state. */
export type StateArray =
  | Float64Array
  | Float32Array
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array;

/**
 * Object whose changing data a rollback or a checkpoint saves.
 *
 * @example
 * class Mean implements Stateful {
 *   private count = 0;
 *   private readonly sums = new Float64Array(3);
 *
 *   visitState(state: StateVisitor): void {
 *     this.count = state.number('count', this.count);
 *     state.array('sums', this.sums);
 *   }
 * }
 */
export interface Stateful {
  /**
   * Passes all data that change during a run to `state`, which either saves or restores them. Every
   * call passes the same names in the same order. Data that each step computes anew may be left out.
   */
  visitState(state: StateVisitor): void;
}

/**
 * Saves or restores values one after another. Both directions make the same calls, so what one
 * saves the other restores. Names are checked when a checkpoint is loaded.
 */
export interface StateVisitor {
  /** True if the values come from a file, so that indexes among them must be checked. */
  readonly untrusted: boolean;
  /** Returns the restored number, or the given one while saving. */
  number(name: string, value: number): number;
  /** Works like `number`, for a whole number from 0 to `most`. */
  count(name: string, value: number, most: number): number;
  /** Works like `number`. */
  boolean(name: string, value: boolean): boolean;
  /** Saves or restores the contents of an array of constant length. */
  array(name: string, array: StateArray): void;
  /** Returns the array, or a new one if the saved array has another length. */
  resizable<T extends StateArray>(name: string, array: T): T;
  /** Returns the saved array. The contents of such an array never change, only the array does. */
  fixed<T extends StateArray>(name: string, array: T): T;
  /** Saves or restores the length and the contents of a list. */
  list(name: string, list: (number | bigint)[]): void;
}

/** Saved state that does not fit the objects, because it was saved by other code. */
export class DifferentStateError extends Error {}

/** Throws a TypeError unless custom code passes a value of this type. */
export function requireType(name: string, value: unknown, type: 'number' | 'boolean'): void {
  if (typeof value !== type) throw new TypeError(`state "${name}": expected a ${type}, got ${String(value)}`);
}

/** Visits the state of several objects, in their order. */
export function visitAll(parts: readonly Stateful[], state: StateVisitor): void {
  for (let i = 0; i < parts.length; i++) parts[i].visitState(state);
}

/** Visits the state of an object, or refuses an object that cannot save it. */
export function visitRequired(what: string, part: Partial<Stateful>, state: StateVisitor): void {
  if (part.visitState === undefined)
    throw new UserError(
      `save the state of ${what}: it lacks visitState(), which checkpoints and steps back need. Add it, or run without them.`,
    );
  part.visitState(state);
}
