import type { SystemFile } from '../../../master/system/system.ts';
import { finished, mean, type Outcome } from '../../claim-outcome.ts';
import type { Lab } from '../../paper-runs.ts';

export const formulations = ['doubleStep', 'penalty'] as const;
export type Formulation = (typeof formulations)[number];

/** The mechanisms of the two papers, each one unit with its hydraulics and friction. */
export const linkages = {
  fourBar: 'four-bar/four-bar-monolithic',
  quickReturn: 'quick-return-monolithic',
  fourBarWithFriction: 'four-bar/four-bar-tilt-monolithic',
} as const;

/** Variables that the claims read. */
const variables = [
  ...[
    'force',
    'friction',
    'F_static',
    's',
    'p1',
    'p2',
    'p3',
    'U',
    'work',
    'work_rectangle',
    'E_kinetic',
    'E_potential',
  ],
  ...['z', 'constraint_position', 'iterations', 'partitions'],
];

/** Parameters of the unit that override those of the system file. */
export type Setting = NonNullable<SystemFile['units'][string]['parameters']>;

/** Starts a step's iteration as the papers do. The units' own prediction saves iterations. */
export const published: Setting = { prediction: 1 };

export function run(lab: Lab, linkage: keyof typeof linkages, setting: Setting): Promise<Outcome> {
  return lab.run(linkages[linkage], (system) => {
    const [[name, unit]] = Object.entries(system.units);
    unit.parameters = { ...unit.parameters, ...setting };
    system.record = { variables: variables.map((variable) => `${name}.${variable}`) };
  });
}

/** A column of the one unit of the system, by its variable. */
export function column(outcome: Outcome, variable: string): Float64Array {
  const match = finished(outcome).columns.find((c) => c.name === variable || c.name.endsWith(`.${variable}`));
  if (match === undefined) throw new Error(`${finished(outcome).name} has recorded no ${variable}`);
  return match.data;
}

/** All elements of an array, one column each. */
export function columns(outcome: Outcome, variable: string): Float64Array[] {
  return finished(outcome)
    .columns.filter((c) => c.name.includes(`.${variable}[`))
    .map((c) => c.data);
}

/**
 * Returns the largest |ΔT + ΔV − W| [J] between two times, and its time. W is integrated by the
 * trapezoidal rule, or by rectangles as wide as a step.
 */
export function drift(
  outcome: Outcome,
  rule: 'work' | 'work_rectangle',
  [from, to]: readonly [number, number] = [0, Number.POSITIVE_INFINITY],
): { joules: number; at: number } {
  const [t, T, V, W] = ['time', 'E_kinetic', 'E_potential', rule].map((name) => column(outcome, name));
  let worst = { joules: 0, at: 0 };
  for (let i = 0; i < t.length; i++) {
    const joules = Math.abs(T[i] + V[i] - T[0] - V[0] - W[i]);
    if (joules > worst.joules && t[i] >= from && t[i] <= to) worst = { joules, at: t[i] };
  }
  return worst;
}

export interface Iterations {
  mean: number;
  most: number;
  /** Times of the steps that took most [s]. */
  at: number[];
  /** The count that most steps took. */
  usual: number;
}

/** Newton iterations of the steps. */
export function iterations(outcome: Outcome): Iterations {
  const counts = column(outcome, 'iterations').subarray(1);
  const most = Math.max(...counts);
  const times = column(outcome, 'time').subarray(1);
  const steps = [1, 2, 3, 4, 5].map((n) => counts.filter((count) => count === n).length);
  return {
    mean: mean(counts),
    most,
    at: Array.from(times).filter((_, i) => counts[i] === most),
    usual: 1 + steps.indexOf(Math.max(...steps)),
  };
}

export type Linkage = 'fourBar' | 'quickReturn';
export const titles = { fourBar: 'four-bar', quickReturn: 'quick-return' } as const;
export const both = ['fourBar', 'quickReturn'] as const;

/**
 * A mechanism of the semirecursive paper by a formulation, Newton's iteration started as published.
 */
export const cycle = (lab: Lab, linkage: Linkage, formulation: Formulation): Promise<Outcome> =>
  run(lab, linkage, { ...published, formulation });

export const pair = (lab: Lab, linkage: Linkage): Promise<Outcome[]> =>
  Promise.all(formulations.map((formulation) => cycle(lab, linkage, formulation)));
