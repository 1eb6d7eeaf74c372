import type { Lab } from '../../paper-runs.ts';
import type { Row } from '../../run-sweep.ts';
import type { CraneSetting } from './crane-runs.ts';

/**
 * Inputs of the actuators between communication points: polynomials of order m, or the interface
 * model.
 */
export const inputs = ['m = 0', 'm = 1', 'm = 2', 'interface model'] as const;
export type Inputs = (typeof inputs)[number];
export type Crane = 'single' | 'double';

/** A run of `papers/studies/crane-*.json`. */
export interface Point {
  coupling: NonNullable<CraneSetting['coupling']>;
  formulation: NonNullable<CraneSetting['formulation']>;
  integrator: NonNullable<CraneSetting['integrator']>;
  inputs: Inputs;
  /** Communication step, and step of the hydraulics [s]. */
  H: number;
  h: number;
  /** Σ|δE| over all bonds [J]. Infinite where it did not come to its end. */
  residual: number;
  /** Energy that the whole system has gained at the end beyond what was supplied [J]. */
  drift: number;
  /**
   * Largest errors of the first actuator's length [m] and rate [m/s]. Infinite where it did not
   * come to its end.
   */
  length: number;
  rate: number;
  /** It came to its end, and the coupling invented less than 100 J (a cycle moves about 5 kJ). */
  stable: boolean;
}

/** Common properties of a selection of points. */
export type Setting = Partial<Pick<Point, 'coupling' | 'formulation' | 'integrator' | 'inputs' | 'H' | 'h'>>;

/** All runs of a crane's sweep: over H, or over the hydraulics' own step and H. */
export async function points(lab: Lab, crane: Crane, over: 'H' | 'h' = 'H'): Promise<Point[]> {
  return (await lab.sweep(`crane-${crane}${over === 'h' ? '-internal' : ''}`)).map(pointOf);
}

function pointOf(row: Row): Point {
  const finished = row.ending === 'finished';
  const number = (name: string): number => (finished && row[name] !== '' ? Number(row[name]) : Infinity);
  const bonds = Object.keys(row).filter((name) => name.startsWith('residual_'));
  const residual = bonds.reduce((sum, name) => sum + number(name), 0);
  const first = 'length_error' in row ? '' : '1';
  return {
    coupling: row.coupling === 'velocity–force' ? 'force' : 'pressure',
    formulation: row.formulation as Point['formulation'],
    integrator: row.integrator as Point['integrator'],
    inputs: (row.inputs ?? 'm = 2') as Inputs,
    H: Number(row.H),
    h: Number(row.h ?? 1e-4),
    residual,
    drift: number('drift'),
    length: number(`length${first}_error`),
    rate: number(`rate${first}_error`),
    stable: residual < 100,
  };
}

/** Returns the points of a setting, ordered by H. */
export function having(all: readonly Point[], setting: Setting): Point[] {
  const criteria = Object.entries(setting) as [keyof Setting, unknown][];
  return all
    .filter((point) => criteria.every(([key, value]) => point[key] === value))
    .sort((a, b) => a.H - b.H);
}

/** The one of a setting. */
export function one(all: readonly Point[], setting: Setting): Point {
  const [match, ...others] = having(all, setting);
  if (match === undefined || others.length > 0)
    throw new Error(`the sweep has ${others.length + (match ? 1 : 0)} runs of ${JSON.stringify(setting)}`);
  return match;
}

/**
 * Returns the largest H up to which every run of a setting is stable [ms], or 0 without a stable
 * run.
 */
export function reach(all: readonly Point[], setting: Setting): number {
  const settingPoints = having(all, setting);
  const unstable = settingPoints.findIndex(({ stable }) => !stable);
  const H = settingPoints.at(unstable === -1 ? -1 : unstable - 1)?.H ?? 0;
  return unstable === 0 ? 0 : Number((1000 * H).toPrecision(6));
}
