import { CommunicationPoints } from '../../util/time/communication-points.ts';
import type { Probe } from '../behaviour/fmu-probe.ts';
import { type Column, columnsOf, type RunSettings, type Samples, sample } from './communication-samples.ts';
import type { Plan } from './comparison-plan.ts';
import { deviations, extentOf, runningMaximum } from './event-window.ts';

/** Element in which two FMUs of one model differ. */
export interface Difference {
  readonly column: Column;
  /** [s] */
  readonly time: number;
  readonly value: number;
  readonly wanted: number;
  readonly largest: number;
}

export type Comparison =
  | { readonly same: string }
  | { readonly differences: readonly Difference[] }
  /** Reason why the comparison is not possible. */
  | { readonly open: string };

/** Tolerances of the FMU by which two solvers may be apart after so many steps. */
const slackInTolerances = 20;

/**
 * Two FMUs of one model with one kind of interface. Each plan contains the FMU's variable names.
 */
export interface FmuPair {
  readonly one: { readonly probe: Probe; readonly plan: Plan };
  readonly other: { readonly probe: Probe; readonly plan: Plan };
}

/**
 * Tolerance for solving model exchange: so the solver, equal for both, does not contribute to
 * differences.
 */
const tight = 1e-8;

/**
 * Compares two FMUs of one model by their common variables, with one step, one solver and equal
 * inputs. Allows 20 tolerances, or twice the change of each FMU when the step is halved. A model
 * that amplifies rounding errors therefore causes no findings.
 */
export function compareFmus({ one, other }: FmuPair): Comparison {
  const [a, b] = [one, other].map(({ probe, plan }) => sample(probe, plan, mannerOf(probe, plan, 1)));
  const columns = columnsOf(one.plan, one.probe.description);
  const others = columnsOf(other.plan, other.probe.description).map(({ title }) => title);
  const pairs = columns.flatMap((column, k) => {
    const partner = others.indexOf(column.title);
    return partner < 0 ? [] : [{ column, k, partner }];
  });
  if (pairs.length === 0) return { open: 'the two FMUs lack a common output or state name' };
  const length = Math.min(a.length, b.length);
  if (length < Math.min(6, one.plan.steps + 1)) return { open: tooShort(a, b, [one, other]) };
  const suspects = pairs.flatMap(({ column, k, partner }) => {
    const [mine, wanted] = [only(a, k), only(b, partner)];
    const pairDeviations = deviations(mine, wanted, 0);
    const floor = floorOf(column, wanted.columns[0], one.plan);
    return pairDeviations.some((d) => d > floor)
      ? [{ column, k, partner, found: pairDeviations, floor }]
      : [];
  });
  const amount = `${pairs.length} values at ${length} times`;
  if (suspects.length === 0) return { same: amount };
  const [halfA, halfB] = [one, other].map(({ probe, plan }) => sample(probe, plan, mannerOf(probe, plan, 2)));
  const differences = suspects.flatMap(
    ({ column, k, partner, found: pairDeviations, floor }): Difference[] => {
      const halvingErrors = [
        deviations(only(halfA, k), only(a, k), 0),
        deviations(only(halfB, partner), only(b, partner), 0),
      ].map(runningMaximum);
      const n = pairDeviations.findIndex(
        (d, i) => d > floor + 2 * Math.max(halvingErrors[0][i] ?? 0, halvingErrors[1][i] ?? 0),
      );
      if (n < 0) return [];
      const time = CommunicationPoints.decimals(one.plan.startTime, one.plan.step).at(n);
      const [value, wanted] = [a.columns[k][n * a.per], b.columns[partner][n * b.per]];
      return [{ column, time, value, wanted, largest: pairDeviations.reduce((x, y) => Math.max(x, y), 0) }];
    },
  );
  return differences.length > 0
    ? { differences }
    : { same: `${amount}, within their own change at half the step` };
}

function mannerOf({ target }: Probe, { tolerance }: Plan, pieces: number): RunSettings {
  return target.kind === 'modelExchange'
    ? { pieces, solver: 'auto', tolerance: Math.min(tight * 100 ** (pieces - 1), tolerance) }
    : { pieces, tolerance };
}

function only(samples: Samples, column: number): Samples {
  return { ...samples, columns: [samples.columns[column]] };
}

function floorOf({ variable }: Column, wanted: Float64Array, { tolerance }: Plan): number {
  if (!variable.type.startsWith('Float')) return 0;
  const nominal = Math.abs(Number(variable.nominal ?? 1)) || 1;
  return slackInTolerances * tolerance * Math.max(nominal, extentOf(wanted).magnitude);
}

function tooShort(a: Samples, b: Samples, [one, other]: readonly FmuPair['one'][]): string {
  const [short, { probe }] = a.length < b.length ? [a, one] : [b, other];
  return `${probe.target.name} ends too early for a comparison${short.why === undefined ? '' : `: ${short.why}`}`;
}
