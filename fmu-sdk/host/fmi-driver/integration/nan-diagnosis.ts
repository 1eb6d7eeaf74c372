import type { OdeProblem } from '../../../solver/ode-integrator.ts';

/** Distances beyond a point at which invalid values are searched, as a share of the time. */
const tried = [0, ...Array.from({ length: 10 }, (_, k) => 10 ** (k - 15))];

/** A problem that can describe NaN or infinite values among the ones last exchanged. */
export interface DiagnosableProblem extends Pick<OdeProblem, 'n' | 'derivatives'> {
  notFinite(): string | undefined;
}

/**
 * Searches NaN or infinite values at (t, x), where an integrator failed, or slightly beyond, where
 * it tried to go. Returns a description, or undefined.
 */
export function findInvalidValue(
  problem: DiagnosableProblem,
  t: number,
  x: Float64Array,
): string | undefined {
  const [f, y, dx] = [new Float64Array(problem.n), Float64Array.from(x), new Float64Array(problem.n)];
  for (const beyond of tried) {
    const h = beyond * Math.max(1, Math.abs(t));
    for (let i = 0; i < y.length; i++) y[i] = x[i] + h * f[i];
    try {
      if (!problem.derivatives(t + h, y, dx)) return undefined;
    } catch {
      // A rejection by the FMU is reported elsewhere.
      return undefined;
    }
    const odd = problem.notFinite();
    if (odd !== undefined) return odd;
    if (h === 0) f.set(dx);
  }
  return undefined;
}
