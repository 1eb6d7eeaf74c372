import type { OdeProblem } from '../../solver/ode-integrator.ts';

/** How far beyond a point, as a share of the time, it is looked for what is no number. */
const tried = [0, ...Array.from({ length: 10 }, (_, k) => 10 ** (k - 15))];

/** A problem that can say what of the values given and got last is no number, in words. */
export interface Telling extends Pick<OdeProblem, 'n' | 'derivatives'> {
  notFinite(): string | undefined;
}

/**
 * What is no number at (t, x), where an integrator could not go on, or a little beyond, where it has tried to; in words.
 * Undefined where nothing is found.
 */
export function oddNear(problem: Telling, t: number, x: Float64Array): string | undefined {
  const [f, y, dx] = [new Float64Array(problem.n), Float64Array.from(x), new Float64Array(problem.n)];
  for (const beyond of tried) {
    const h = beyond * Math.max(1, Math.abs(t));
    for (let i = 0; i < y.length; i++) y[i] = x[i] + h * f[i];
    try {
      if (!problem.derivatives(t + h, y, dx)) return undefined;
    } catch {
      // That the unit refuses it is another matter.
      return undefined;
    }
    const odd = problem.notFinite();
    if (odd !== undefined) return odd;
    if (h === 0) f.set(dx);
  }
  return undefined;
}
