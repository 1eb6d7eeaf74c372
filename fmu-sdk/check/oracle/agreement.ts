import { toldInternalStep } from '../../description/default-experiment.ts';
import { CommunicationPoints } from '../../util/time/communication-points.ts';
import type { Probe } from '../behaviour/fmu-probe.ts';
import { type Column, columnsOf, type Samples, sample } from './communication-samples.ts';
import type { Plan } from './comparison-plan.ts';
import { deviations, extentOf, runningMaximum } from './event-window.ts';
import { short } from './short-number.ts';

/** Element in which two runs differ more than their methods explain. */
export interface Deviation {
  readonly column: Column;
  /** [s] */
  readonly time: number;
  readonly value: number;
  /** Value of the reference run. */
  readonly wanted: number;
  /** Largest deviations: with the communication step, a half and a quarter of it. */
  readonly deviations: readonly number[];
  /** Deviation that the methods explain at this time. */
  readonly allowed: number;
}

/** Result of a comparison. */
export type Agreement =
  | { readonly agree: string }
  | { readonly departures: readonly Deviation[]; readonly refined: readonly number[] }
  /** Reason why the comparison is not possible. */
  | { readonly open: string };

/** Tolerances of the FMU by which its solver may be off after so many steps. */
const slackInTolerances = 10;

/**
 * Allowed ratio of the co-simulation error to that of explicit Euler with the same step, or of a
 * solver with the same tolerance.
 */
const factor = 2;

/** An error beyond this share of all that the variable does bounds nothing. */
const meaningful = 0.25;

/** Steps of explicit Euler in communication steps. The largest meaningful one is the measure. */
const ladder = [1, 1 / 4, 1 / 16];

/** The reference is solved so much more exactly than the FMU's own solver. */
const exacter = 1e-4;

/** Shortest common run for a verdict [communication steps]. */
const fewest = 6;

/**
 * Runs of one model to compare: model exchange, solved here, and co-simulation, solved by the FMU.
 */
export interface Runs {
  readonly plan: Plan;
  readonly coSimulation: Probe;
  readonly modelExchange: Probe;
}

/**
 * Compares co-simulation with model exchange. In doubt decides for the FMU. The reference is model
 * exchange, solved at a tight tolerance. Co-simulation agrees if its deviation is within one of
 * these bounds:
 *
 * 1. ten tolerances of the FMU, the error of its solver;
 * 2. twice the error of a solver with the FMU's tolerance, or of explicit Euler with about its
 *    step, up to that time. Both show how the model amplifies small errors, and the effect of a late
 *    event;
 * 3. half of its deviation with a quarter of the step: it converges.
 */
export function agreementOf(runs: Runs): Agreement {
  const { plan, coSimulation, modelExchange } = runs;
  const fine = { pieces: 2, per: 2, solver: 'auto' };
  const exact = sample(modelExchange, plan, { ...fine, tolerance: plan.tolerance * exacter });
  const coSimulationSamples = sample(coSimulation, plan, { pieces: 1, tolerance: plan.tolerance });
  const length = Math.min(exact.length, coSimulationSamples.length);
  if (length < Math.min(fewest, plan.steps + 1)) return { open: tooShort(exact, coSimulationSamples) };
  const columns = columnsOf(plan, coSimulation.description);
  const suspects = columns.flatMap((column, k) => {
    const columnDeviations = deviations(coSimulationSamples, exact, k);
    const floor = floorOf(column, exact.columns[k], plan);
    return columnDeviations.some((d) => d > floor) ? [{ column, k, found: columnDeviations, floor }] : [];
  });
  const amount = `${columns.length} values at ${length} times`;
  if (suspects.length === 0)
    return { agree: `${amount}, within ${short(slackInTolerances * plan.tolerance)}` };
  const errors = new Errors(runs, exact);
  const judgedSuspects = suspects.map((suspect) => ({
    ...suspect,
    ...errors.judged(suspect.k, suspect.found, suspect.floor),
  }));
  if (judgedSuspects.every(({ explained }) => explained === 'yes'))
    return { agree: `${amount}, ${suspects.length} of them within the error of the method` };
  const doubtful = judgedSuspects.filter(({ explained }) => explained !== 'yes');
  return refine(runs, exact, coSimulationSamples, doubtful, amount);
}

function tooShort(exact: Samples, coSimulationSamples: Samples): string {
  const short = exact.length < coSimulationSamples.length ? exact : coSimulationSamples;
  const what = short === exact ? 'model exchange' : 'co-simulation';
  return `${what} ends too early for a comparison${short.why === undefined ? '' : `: ${short.why}`}`;
}

/** Returns the largest error of a solver with this tolerance. Integers must be equal. */
function floorOf({ variable }: Column, wanted: Float64Array, { tolerance }: Plan): number {
  if (!variable.type.startsWith('Float')) return 0;
  const nominal = Math.abs(Number(variable.nominal ?? 1)) || 1;
  return slackInTolerances * tolerance * Math.max(nominal, extentOf(wanted).magnitude);
}

/** Errors of methods that are known, over the same model: made when they are asked for. */
class Errors {
  private readonly samplesByMethod = new Map<string, Samples>();

  constructor(
    private readonly runs: Runs,
    private readonly exact: Samples,
  ) {}

  /**
   * Decides if known methods explain the deviations of a column. Returns `unknown` if all methods
   * diverge.
   */
  judged(
    column: number,
    columnDeviations: Float64Array,
    floor: number,
  ): { explained: 'yes' | 'no' | 'unknown'; allowed: Float64Array } {
    const { range } = extentOf(this.exact.columns[column]);
    const bound = meaningful * range;
    let allowed: Float64Array = columnDeviations.map(() => floor);
    for (const method of [undefined, ...ladder]) {
      const error = runningMaximum(deviations(this.runOf(method), this.exact, column));
      // Skips a method that is too coarse. The next one is finer.
      if (error.length < columnDeviations.length || !(Math.max(...error) <= bound)) continue;
      allowed = allowed.map((before, n) => Math.max(floor + factor * error[n], before));
      if (columnDeviations.every((d, n) => d <= allowed[n])) return { explained: 'yes', allowed };
      if (method !== undefined) return { explained: 'no', allowed };
    }
    return { explained: 'unknown', allowed };
  }

  /**
   * Runs model exchange with the FMU's tolerance, or with explicit Euler in fractions of a
   * communication step.
   */
  private runOf(method: number | undefined): Samples {
    const known = this.samplesByMethod.get(String(method));
    if (known !== undefined) return known;
    const { plan, modelExchange } = this.runs;
    const { tolerance } = plan;
    const samples =
      method === undefined
        ? sample(modelExchange, plan, { pieces: 1, solver: 'auto', tolerance })
        : sample(modelExchange, plan, { pieces: 1 / method, solver: 'euler', tolerance });
    this.samplesByMethod.set(String(method), samples);
    return samples;
  }
}

interface Suspect {
  readonly column: Column;
  readonly k: number;
  readonly found: Float64Array;
  readonly floor: number;
  readonly explained: 'yes' | 'no' | 'unknown';
  readonly allowed: Float64Array;
}

/** Repeats the open comparisons with smaller steps and tolerances, and once more unchanged. */
function refine(
  runs: Runs,
  exact: Samples,
  coSimulationSamples: Samples,
  suspects: readonly Suspect[],
  amount: string,
): Agreement {
  const { plan, coSimulation } = runs;
  const smallest = toldInternalStep(coSimulation.description);
  const again = sample(coSimulation, plan, { pieces: 1, tolerance: plan.tolerance });
  const finer = [2, 4]
    .filter((n) => smallest === undefined || isMultiple(plan.step / n, smallest))
    .map((n) => ({
      n,
      samples: sample(coSimulation, plan, { pieces: n, tolerance: plan.tolerance / n ** 2 }),
    }))
    .filter(({ samples }) => samples.length >= coSimulationSamples.length);
  const departures: Deviation[] = [];
  let open: string | undefined;
  for (const { k, found: columnDeviations, floor, allowed, column, explained } of suspects) {
    const largest = [columnDeviations, ...finer.map(({ samples }) => deviations(samples, exact, k))].map(
      most,
    );
    const last = largest.at(-1) as number;
    if (largest.length > 1 && (last <= floor || last <= largest[0] / 2)) continue;
    if (explained === 'unknown') {
      open ??= `"${column.title}" is too sensitive: known methods with this step diverge too`;
      continue;
    }
    if (!repeats(coSimulationSamples.columns[k], again.columns[k], floor)) {
      open ??= `"${column.title}" of co-simulation differs between identical runs`;
      continue;
    }
    const n = columnDeviations.findIndex((d, i) => d > allowed[i]);
    departures.push({
      column,
      time: CommunicationPoints.decimals(plan.startTime, plan.step).at(n),
      value: coSimulationSamples.columns[k][n],
      wanted: exact.columns[k][n * exact.per],
      deviations: largest,
      allowed: allowed[n],
    });
  }
  if (departures.length > 0)
    return { departures, refined: [1, ...finer.map(({ n }) => n)].map((n) => plan.step / n) };
  return open === undefined ? { agree: `${amount}, converging with smaller steps` } : { open };
}

function repeats(a: Float64Array, b: Float64Array, floor: number): boolean {
  return a.every((candidate, n) => Object.is(candidate, b[n]) || Math.abs(candidate - b[n]) <= floor);
}

function most(values: Float64Array): number {
  return values.reduce((a, b) => Math.max(a, b), 0);
}

function isMultiple(step: number, of: number): boolean {
  const n = Math.round(step / of);
  return n >= 1 && Math.abs(n * of - step) <= 1e-9 * step;
}
