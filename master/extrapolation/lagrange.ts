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
    into[at] = linearSlope(past[first], past[first + 1], H);
  },
};

export const quadratic: Extrapolation = {
  name: lagrangeNames[2],
  order: 2,
  history: 2,
  slopes: (past, first, H, into, at) => {
    const [y, y1, y2] = [past[first], past[first + 1], past[first + 2]];
    into[at] = quadraticSlope(y, y1, y2, H);
    into[at + 1] = quadraticCurvature(y, y1, y2, H);
  },
};

/** Returns the first derivative at t_n [unit of measure/s] of the line through y_n and y_{n−1}. */
export function linearSlope(y: number, y1: number, H: number): number {
  return (y - y1) / H;
}

/**
 * Returns the first derivative at t_n [unit of measure/s] of the parabola through y_n, y_{n−1} and
 * y_{n−2}.
 */
export function quadraticSlope(y: number, y1: number, y2: number, H: number): number {
  return (3 * y - 4 * y1 + y2) / (2 * H);
}

/** Returns the second derivative [unit of measure/s²] of this parabola. */
export function quadraticCurvature(y: number, y1: number, y2: number, H: number): number {
  return (y - 2 * y1 + y2) / (H * H);
}
