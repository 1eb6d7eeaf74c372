import { column, type Outcome } from '../outcome.ts';

/** Work of an actuator and what the energies of its mechanism miss of it, by two quadratures of the same record. */
export interface Work {
  /** W(t) = ∫ F ṡ dt at each row, trapezoidal rule [J]. */
  work: Float64Array;
  /** Largest |ΔT + ΔV − W| by the trapezoidal rule, and by rectangles as wide as a step [J]. */
  drift: number;
  rectangles: number;
  /** Time of the largest drift by rectangles [s]. */
  rectanglesAt: number;
}

/** @param unit name of the unit whose F, s_dot, E_kinetic and E_potential were recorded */
export function workOf(outcome: Outcome, unit: string): Work {
  const [t, F, v, T, V] = ['time', 'F', 's_dot', 'E_kinetic', 'E_potential'].map((name) =>
    column(outcome, name === 'time' ? name : `${unit}.${name}`),
  );
  const work = new Float64Array(t.length);
  let [drift, rectangle, rectangles, rectanglesAt] = [0, 0, 0, 0];
  for (let i = 1; i < t.length; i++) {
    const h = t[i] - t[i - 1];
    work[i] = work[i - 1] + 0.5 * h * (F[i - 1] * v[i - 1] + F[i] * v[i]);
    rectangle += h * F[i] * v[i];
    const gained = T[i] + V[i] - T[0] - V[0];
    drift = Math.max(drift, Math.abs(gained - work[i]));
    if (Math.abs(gained - rectangle) > rectangles) {
      rectangles = Math.abs(gained - rectangle);
      rectanglesAt = t[i];
    }
  }
  return { work, drift, rectangles, rectanglesAt };
}

/** Mean and largest number of Newton iterations a step, and the time of the largest [s]. */
export function iterationsOf(outcome: Outcome, unit: string): { mean: number; most: number; at: number } {
  const counts = column(outcome, `${unit}.iterations`).subarray(1);
  const mean = counts.reduce((sum, n) => sum + n, 0) / counts.length;
  const most = Math.max(...counts);
  return { mean, most, at: column(outcome, 'time')[1 + counts.indexOf(most)] };
}
