/**
 * Finds the fixed point u = G(u) of the values that units exchange, from the pairs (u, G(u)) that were tried in one step.
 *
 * Call order: `begin` once a step → `improve` after each G(u) that is not close enough. Nothing allocates.
 */
export interface Acceleration {
  readonly name: string;
  /** A new step begins. */
  begin(): void;
  /** What was seen in earlier steps holds no longer. */
  forget?(): void;
  /** Overwrites u with the next value to be tried; g = G(u). `weights`: of each value 1 / its nominal value. */
  improve(u: Float64Array, g: Float64Array, weights: Float64Array): void;
}

/** A way of accelerating, made for vectors of n values. */
export interface AccelerationKind {
  readonly name: string;
  make(n: number, relaxation: number): Acceleration;
}
