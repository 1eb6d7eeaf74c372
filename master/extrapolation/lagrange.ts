/**
 * Extrapolation of an input over the next communication step by the Lagrange polynomial of order m through the last
 * m + 1 values at t_n, t_n − H, t_n − 2H, written as derivatives at t_n, so that a unit evaluates it anywhere inside
 * the step: ũ(t_n + τ) = y_n + d₁ τ + ½ d₂ τ².
 *
 * order 0 (hold):      d₁ = d₂ = 0
 * order 1 (linear):    d₁ = (y_n − y_{n−1}) / H
 * order 2 (quadratic): d₁ = (3 y_n − 4 y_{n−1} + y_{n−2}) / (2H),  d₂ = (y_n − 2 y_{n−1} + y_{n−2}) / H²
 */
export interface Extrapolation {
  name: string;
  order: 0 | 1 | 2;
}

/** By order. */
export const extrapolations: readonly Extrapolation[] = [
  { name: 'hold', order: 0 },
  { name: 'linear', order: 1 },
  { name: 'quadratic', order: 2 },
];

/** First derivative at t_n [unit/s] of the line through y_n and y_{n−1}. */
export function linearSlope(y: number, y1: number, H: number): number {
  return (y - y1) / H;
}

/** First derivative at t_n [unit/s] of the parabola through y_n, y_{n−1} and y_{n−2}. */
export function quadraticSlope(y: number, y1: number, y2: number, H: number): number {
  return (3 * y - 4 * y1 + y2) / (2 * H);
}

/** Second derivative [unit/s²] of that parabola. */
export function quadraticCurvature(y: number, y1: number, y2: number, H: number): number {
  return (y - 2 * y1 + y2) / (H * H);
}
