import { lagrangeNames } from '../system/structure/extrapolation-order.ts';
import type { Extrapolation } from './extrapolation.ts';

/**
 * Lagrange polynomial of order m through the last m + 1 values at t_n, t_n − H, t_n − 2H
 * (Rahikainen et al. 2020, Section 2.2):
 *
 * - order 0 (hold): d₁ = d₂ = 0
 * - order 1 (linear): d₁ = (y_n − y_{n−1}) / H
 * - order 2 (quadratic): d₁ = (3 y_n − 4 y_{n−1} + y_{n−2}) / (2H),
 *   d₂ = (y_n − 2 y_{n−1} + y_{n−2}) / H²
 */
export const hold: Extrapolation = {
  name: lagrangeNames[0],
  order: 0,
  history: 0,
  slopes: () => {
    // The slopes are initially 0.
  },
};

export const linear: Extrapolation = {
  name: lagrangeNames[1],
  order: 1,
  history: 1,
  slopes: (past, first, H, into, at) => {
    given[0] = H;
    linearSlopes(past, first, given, into, at);
  },
};

export const quadratic: Extrapolation = {
  name: lagrangeNames[2],
  order: 2,
  history: 2,
  slopes: (past, first, H, into, at) => {
    given[0] = H;
    quadraticSlopes(past, first, given, into, at);
  },
};

/** Step H of a call of `slopes` [s]. */
const given = new Float64Array(1);

// V8 allocates memory for a number that it passes to a function, unless it compiles both together.
// These functions belong to the step of a system, so they only receive arrays and small integers.

/**
 * Writes the first derivative at t_n [unit of measure/s] of the line through y_n and y_{n−1} to
 * `into[at]`. `past[first]` is y_n, `H[0]` the step [s].
 */
export function linearSlopes(
  past: Float64Array,
  first: number,
  H: Float64Array,
  into: Float64Array,
  at: number,
): void {
  into[at] = (past[first] - past[first + 1]) / H[0];
}

/**
 * Writes the first and second derivative at t_n [unit of measure/s, /s²] of the parabola through
 * y_n, y_{n−1} and y_{n−2} to `into[at]` and the next element. `past` and `H` are as above.
 */
export function quadraticSlopes(
  past: Float64Array,
  first: number,
  H: Float64Array,
  into: Float64Array,
  at: number,
): void {
  const y = past[first];
  const y1 = past[first + 1];
  const y2 = past[first + 2];
  into[at] = (3 * y - 4 * y1 + y2) / (2 * H[0]);
  into[at + 1] = (y - 2 * y1 + y2) / (H[0] * H[0]);
}
