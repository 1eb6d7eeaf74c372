import { column, last, type Outcome } from '../../claim-outcome.ts';
import type { Lab } from '../../paper-runs.ts';

/** The systems of Sect. 5, and the unit in each. */
const units = {
  'andrews-squeezer': 'squeezer',
  'flexible-four-bar': 'linkage',
  'lateral-buckling': 'beam',
  'rotating-shaft': 'shaft',
} as const;
export type Mechanism = keyof typeof units;

/** Published name, name in a unit's enumeration, systems to solve a step. */
const methods: readonly (readonly [string, string, number])[] = [
  ['LMS2', 'LMS2', 1],
  ['LMS3', 'LMS3', 1],
  ['LMS4', 'LMS4', 1],
  ['SS2', 'SS2', 1],
  ['SS3', 'SS3', 1],
  ['SS4', 'SS4', 1],
  ['Bathe', 'Bathe', 2],
  ['MSSTC(3)', 'MSSTC3', 3],
  ['MSSTC(4)', 'MSSTC4', 4],
  ['MSSTC(5)', 'MSSTC5', 5],
  ['MSSTH(3)', 'MSSTH3', 3],
  ['MSSTH(4)', 'MSSTH4', 4],
  ['MSSTH(5)', 'MSSTH5', 5],
  ['ESDIRK3(2)4L[2]SA', 'ESDIRK324', 3],
  ['ESDIRK3(2)5L[2]SA', 'ESDIRK325', 4],
  ['ESDIRK4(3)6L[2]SA2', 'ESDIRK436', 5],
];

/** A method with its ρ∞, as the figures name it. */
export type Choice = readonly [string, number];
export const second = (rho: number): Choice[] => methods.slice(0, 10).map(([name]) => [name, rho]);
export const higher: readonly Choice[] = methods.slice(10).map(([name]) => [name, 0]);
/** The twenty-six curves of Sect. 5. */
export const choices: readonly Choice[] = [...second(0), ...second(0.6), ...higher];

export const label = ([name, rho]: Choice): string => (/MSSTH|ESDIRK/.test(name) ? name : `${name} (${rho})`);
export const is = (choice: Choice, ...of: readonly string[]): boolean => of.includes(label(choice));

/** Outcome of a mechanism with one method. */
export interface Run {
  choice: Choice;
  outcome: Outcome;
  times: Float64Array;
  /** A variable of the unit by its name, "omega[1]". */
  values(name: string): Float64Array;
  /** Time at which the unit gave up [s]. */
  stopped?: number;
}

/**
 * A mechanism with one method and Δt/n [s], from its published start to its end or the last whole
 * step before.
 */
export async function run(lab: Lab, mechanism: Mechanism, choice: Choice, perStage: number): Promise<Run> {
  const [name, rho] = choice;
  const [, integrator, n] = methods.find(([published]) => published === name)!;
  const h = Number((n * perStage).toPrecision(12));
  const outcome = await lab.run(mechanism, (system) => {
    const unit = system.units[units[mechanism]];
    unit.parameters = { integrator, rho_inf: rho, h };
    system.algorithm.step = h;
    const from = system.startTime ?? 0;
    system.stopTime = from + Math.floor((system.stopTime - from) / h + 1e-9) * h;
  });
  const stopped = /stopped at t = (-?[\d.e+-]+) s/.exec(outcome.failure ?? '')?.[1];
  const values = (of: string): Float64Array => column(outcome, `${units[mechanism]}.${of}`);
  return {
    choice,
    outcome,
    values,
    stopped: stopped === undefined ? undefined : Number(stopped),
    get times() {
      return column(outcome, 'time');
    },
  };
}

export const runs = (
  lab: Lab,
  mechanism: Mechanism,
  perStage: number,
  of: readonly Choice[] = choices,
): Promise<Run[]> => Promise.all(of.map((choice) => run(lab, mechanism, choice, perStage)));

/** Selects the runs that reached their end. */
export const whole = (of: readonly Run[]): Run[] => of.filter(({ outcome }) => outcome.failure === undefined);

/** Newton iterations a stage. */
export const iterations = (of: Run): number =>
  last(of.values('iterations_total')) / last(of.values('stages_total'));

/** Pairs of values of two runs at the times that both have, from `from` to `to` [s]. */
export function common(a: Run, b: Run, name: string, from: number, to: number): [number, number][] {
  const key = (t: number): string => t.toFixed(7);
  const [x, y] = [a.values(name), b.values(name)];
  const index = new Map(Array.from(b.times, (t, i) => [key(t), i]));
  return Array.from(a.times).flatMap((t, i): [number, number][] => {
    const j = index.get(key(t));
    return j === undefined || t < from - 1e-9 || t > to + 1e-9 ? [] : [[x[i], y[j]]];
  });
}

/** √(Σ (x − x_ref)²/Σ x_ref²), eq. 26. */
export function relativeError(of: Run, reference: Run, name: string, from: number, to: number): number {
  const pairs = common(of, reference, name, from, to);
  if (pairs.length === 0) throw new Error(`${label(of.choice)} and the reference have no times in common`);
  const square = (xs: readonly number[]): number => xs.reduce((sum, x) => sum + x * x, 0);
  return Math.sqrt(square(pairs.map(([x, y]) => x - y)) / square(pairs.map(([, y]) => y)));
}

export const short = (value: number): string => String(Number(value.toPrecision(3)));
