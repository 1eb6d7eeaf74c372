import { errorNorm } from './error-norm.ts';
import type { OdeProblem, Tolerance } from './ode-integrator.ts';

/** Start of an integration. */
export interface Start {
  /** Time [s] and states. */
  t: number;
  x: Float64Array;
  /** Derivatives f(t, x). */
  f0: Float64Array;
  /** Work space. */
  x1: Float64Array;
  f1: Float64Array;
  /** Largest step size [s]. */
  most: number;
}

/** Smallest first guess of the step size, relative to the time. */
const smallest = 1000 * Number.EPSILON;

/**
 * Returns the first step size [s] for a method of order p (Hairer, Nørsett & Wanner 1993, II.4).
 */
export function firstStep(
  problem: OdeProblem,
  tolerance: Tolerance,
  p: number,
  { t, x, f0, x1, f1, most }: Start,
): number {
  if (x.length === 0) return most;
  const d0 = errorNorm(x, x, x, tolerance);
  const d1 = errorNorm(f0, x, x, tolerance);
  const guess = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : (0.01 * d0) / d1;
  // States near 0 would give a step that the time cannot resolve.
  const h0 = Math.min(most, Math.max(guess, smallest * Math.abs(t)));
  for (let i = 0; i < x.length; i++) x1[i] = x[i] + h0 * f0[i];
  if (!problem.derivatives(t + h0, x1, f1)) return h0;
  for (let i = 0; i < x.length; i++) f1[i] -= f0[i];
  const d2 = errorNorm(f1, x, x, tolerance) / h0;
  const largest = Math.max(d1, d2);
  const h1 = largest <= 1e-15 ? Math.max(1e-6, h0 * 1e-3) : (0.01 / largest) ** (1 / (p + 1));
  return Math.min(most, 100 * h0, h1);
}
