import type { Outcome } from '../../claim-outcome.ts';
import type { Lab } from '../../paper-runs.ts';
import { column, columns, type Setting } from '../linkage/linkage-runs.ts';

export const pentagons = { single: 'five-bar', double: 'double-five-bar' } as const;
export type Pentagons = keyof typeof pentagons;
export const both = ['single', 'double'] as const;

const variables = ['q', 'constraint_position', 'constraint_velocity', 'constraint_acceleration'].concat([
  'E_kinetic',
  'E_potential',
  'distribution',
  'steps',
  'grubler',
  'mobility',
]);

/**
 * Ten seconds of a mechanism. Communication every 0.1 s, so that the integrator chooses its steps
 * as published.
 */
export const run = (lab: Lab, which: Pentagons, setting: Setting = {}): Promise<Outcome> =>
  lab.run(pentagons[which], (system) => {
    system.units.mechanism.parameters = setting;
    system.algorithm.step = 0.1;
    system.record = { variables: variables.map((variable) => `mechanism.${variable}`) };
  });

/** Runs the pentagons with projections and without. */
export const pair = (lab: Lab, which: Pentagons, setting: Setting = {}): Promise<Outcome[]> =>
  Promise.all([true, false].map((projections) => run(lab, which, { ...setting, projections })));

const levels = ['position', 'velocity', 'acceleration'] as const;

/** Largest norms of constraints over the run: positions, velocities, accelerations. */
export const violations = (outcome: Outcome): number[] =>
  levels.map((level) => column(outcome, `constraint_${level}`).reduce((most, x) => Math.max(most, x), 0));

/** Largest deviation of the energy from its first value [J]. */
export function energyDrift(outcome: Outcome): number {
  const [T, V] = ['E_kinetic', 'E_potential'].map((name) => column(outcome, name));
  return T.reduce((most, x, i) => Math.max(most, Math.abs(x + V[i] - T[0] - V[0])), 0);
}

/** Counts of solutions that took 1, 2, … iterations, at the three levels. */
export function distribution(outcome: Outcome): number[][] {
  const counts = columns(outcome, 'distribution').map((data) => data[data.length - 1]);
  return [0, 1, 2].map((level) => counts.slice(20 * level, 20 * level + 20));
}

/** Mean number of iterations of a distribution. */
export function meanIterations(counts: readonly number[]): number {
  const total = counts.reduce((sum, x) => sum + x, 0);
  return total === 0 ? Number.NaN : counts.reduce((sum, x, k) => sum + x * (k + 1), 0) / total;
}

/**
 * Smallest singular value over the run of the loop's Jacobian in the plane, for sides of length 1:
 * 0 when all rods lie on one line. The first four rods and the ground are the loop.
 */
export function nearestToSingular(outcome: Outcome): number {
  const q = columns(outcome, 'q');
  let least = Number.POSITIVE_INFINITY;
  const first = [252, 324, 36, 108].map((degrees) => (degrees * Math.PI) / 180);
  for (let i = 0; i < q[0].length; i++) {
    const angles = first.map((angle, b) => angle + 2 * Math.atan2(q[7 * b + 6][i], q[7 * b + 3][i]));
    const [x, y] = [angles.map(Math.cos), angles.map(Math.sin)];
    const dot = (u: number[], v: number[]): number => u.reduce((sum, a, k) => sum + a * v[k], 0);
    const [a, b, c] = [dot(x, x), dot(x, y), dot(y, y)];
    const smallest = (a + c) / 2 - Math.hypot((a - c) / 2, b);
    least = Math.min(least, Math.sqrt(Math.max(0, smallest)));
  }
  return least;
}

/** Largest difference of any coordinate of the bodies. */
export function apart(first: Outcome, second: Outcome): number {
  const [a, b] = [columns(first, 'q'), columns(second, 'q')];
  return a.reduce((most, x, k) => x.reduce((m, value, i) => Math.max(m, Math.abs(value - b[k][i])), most), 0);
}

export { column };
