import type { Stateful } from '../../../fmu-sdk/util/state/stateful.ts';

/**
 * Finds the fixed point u = G(u) of the exchanged values from the pairs (u, G(u)) of one step.
 *
 * Call order: `begin` once per step → `improve` after each G(u) that is not close enough. Does not
 * allocate memory.
 */
export interface Acceleration extends Stateful {
  readonly name: string;
  /** Begins a new step. */
  begin(): void;
  /** Discards information from earlier steps. */
  forget?(): void;
  /** Overwrites u with the next value, where g = G(u). `weights` are 1 / nominal value. */
  improve(u: Float64Array, g: Float64Array, weights: Float64Array): void;
}

/** Kind of acceleration. Creates one for vectors of n values. */
export interface AccelerationKind {
  readonly name: string;
  make(n: number, relaxation: number): Acceleration;
}
