import { UserError } from '../../../../fmu-sdk/util/user-error.ts';
import { otherCoupling } from '../../../../master/cli/run/other-coupling.ts';
import { runWithin } from '../../../../master/cli/run/run-within.ts';
import { couplings } from '../../../../master/coupling/scheme-registry.ts';
import { columnBands, type NamedColumn } from '../../../../master/error/column-errors.ts';
import { commonRows, type RecordedColumns } from '../../../../master/error/common-points.ts';
import type { RunResult } from '../../../../master/run/worker/run-protocol.ts';
import type { CheckedSystem } from '../../../../master/system/system.ts';
import { cpuSeconds, type KnownRun, type KnownSystem } from './known-system.ts';

/** Bands of a system, held against the truth. */
export interface JudgedSystem {
  readonly of: KnownSystem;
  /** Points of all columns, and those inside their band. */
  readonly points: number;
  readonly inside: number;
  /** Points with a claim of an order, and those whose true error does not follow it. */
  readonly claimed: number;
  readonly wrong: number;
  /** Bands in true errors, where an order is claimed. */
  readonly ratios: readonly number[];
  /** CPU time of the run with bands, in that of the plain run. */
  readonly cost: number;
  /** The cost of a run with a tenth of the step. Missing if its FMUs do not allow this step. */
  readonly longCost?: number | undefined;
  /** Outcomes of `--within`, once it has run. */
  readonly within?: readonly JudgedLimit[];
}

/** Outcome of `--within` for a limit, and the work of `--within` and `advise` in steps of FMUs. */
export interface JudgedLimit {
  readonly limit: number;
  readonly met: boolean;
  /** Largest true error of a column, as a share of its range. */
  readonly error: number;
  readonly work: number;
  /** Work of one run whose true error is within the limit, with the largest step of H, H/2, H/4, … */
  readonly least: number | undefined;
  readonly advised: number | undefined;
}

/** Limits of `--within`. */
export const limits = [1e-2, 1e-3, 1e-4] as const;
/** Errors below this share of the range are rounding, or the accuracy of the truth. */
const negligible = 1e-9;
/** Largest difference of a true order to a claimed one. */
const nearOrder = 0.5;

/** Judges the bands of a system. Undefined if its runs diverge. */
export async function judge(of: KnownSystem): Promise<JudgedSystem | undefined> {
  const runs: KnownRun[] = [];
  for (const factor of [1, 2, 4]) {
    const run = await of.run(factor * of.step);
    if (run === undefined) break;
    runs.push(run);
  }
  if (runs.length < 2) return undefined;
  const counts = await pointsOf(
    of,
    runs.map(({ recorded }) => recorded),
  );
  return { of, ...counts, cost: await costOf(of, of.step), longCost: await longCostOf(of) };
}

/** Repetitions of a measurement. The first run compiles, and other work disturbs each of them. */
const repetitions = 5;
/** Shortest CPU time of plain runs that counts as a measurement [s]. */
const leastSeconds = 0.03;

/** Returns the CPU time of the run with bands in that of the plain run, the median of repetitions. */
async function costOf({ banded: run }: KnownSystem, step: number): Promise<number> {
  const costs: number[] = [];
  for (let k = 0; k < repetitions; k++) {
    let [plain, banded] = [0, 0];
    while (plain < leastSeconds) {
      const begin = cpuSeconds();
      await run(step, false);
      const middle = cpuSeconds();
      await run(step, true);
      plain += middle - begin;
      banded += cpuSeconds() - middle;
    }
    costs.push(banded / plain);
  }
  return costs.sort((a, b) => a - b)[repetitions >> 1];
}

/** Factor by which a longer run has more steps. */
const longer = 10;

async function longCostOf(of: KnownSystem): Promise<number | undefined> {
  const step = Number((of.step / longer).toPrecision(12));
  return step < (of.leastStep ?? 0) ? undefined : costOf(of, step);
}

const columnsOf = ({ names }: RecordedColumns): NamedColumn[] =>
  names.slice(1).map((name) => ({ name, unit: name }));

/** Judges `--within` for a system with each limit. */
export async function judgeWithin(judged: JudgedSystem): Promise<JudgedSystem> {
  const within: JudgedLimit[] = [];
  for (const limit of limits) within.push(await judgeLimit(judged.of, limit));
  return { ...judged, within };
}

/** Returns the system with each run and its work computed once, because `--within` repeats steps. */
export function remembering(of: KnownSystem): KnownSystem {
  const known = new Map<string, Promise<KnownRun | undefined>>();
  const run: KnownSystem['run'] = (step, other) => {
    const key = `${other?.scheme} ${step.toPrecision(10)}`;
    const found = known.get(key) ?? of.run(step, other);
    known.set(key, found);
    return found;
  };
  return { ...of, run };
}

type Counts = Pick<JudgedSystem, 'points' | 'inside' | 'claimed' | 'wrong' | 'ratios'>;

async function pointsOf(of: KnownSystem, [run, ...coarser]: readonly RecordedColumns[]): Promise<Counts> {
  const bands = columnBands({ run, coarser, step: of.step }, columnsOf(run));
  const names = bands.map(({ error }) => error.name);
  const exact = await of.exact(names, run.data[0]);
  const common = commonRows([run, coarser[0]], of.step).rows;
  const coarseRow = new Map([...common[0]].map((n, i) => [n, common[1][i]]));
  const count = { points: 0, inside: 0, claimed: 0, wrong: 0 };
  const ratios: number[] = [];
  for (const [k, { error, band }] of bands.entries()) {
    const size = rangeOf(exact[k]);
    if (!(size > 0)) continue;
    const values = run.data[run.names.indexOf(error.name)];
    const coarse = coarser[0].data[coarser[0].names.indexOf(error.name)];
    const at = (n: number): number => Math.abs(values[n] - exact[k][n]);
    for (const { from, to, order, asymptotic } of error.stretches) {
      const rows = [...run.data[0].keys()].filter(
        (n) =>
          run.data[0][n] >= from - of.step / 2 &&
          run.data[0][n] < to + (to === run.data[0].at(-1) ? of.step : -of.step / 2),
      );
      const sums = rows
        .filter((n) => coarseRow.has(n))
        .reduce(([a, b], n) => [a + at(n) ** 2, b + (coarse[coarseRow.get(n)!] - exact[k][n]) ** 2], [0, 0]);
      const trueOrder = 0.5 * Math.log2(sums[1] / sums[0]);
      const follows = Math.abs(trueOrder - (order ?? trueOrder)) < nearOrder;
      for (const n of rows) {
        const error = at(n);
        count.points++;
        if (error <= band[n] + negligible * size) count.inside++;
        if (!asymptotic) continue;
        count.claimed++;
        if (error <= negligible * size) continue;
        ratios.push(band[n] / error);
        if (!follows) count.wrong++;
      }
    }
  }
  return { ...count, ratios };
}

/** Runs `--within`, and holds its result against the truth. */
async function judgeLimit(of: KnownSystem, limit: number): Promise<JudgedLimit> {
  const recorded = new Map<object, RecordedColumns>();
  const done = new Map<KnownRun, number>();
  const system = systemLike(of);
  const scheme = couplings.named(system.scheme, 'judge');
  const { result, missed } = await runWithin({
    ...{ operation: 'run', system, scheme, limits: [{ value: limit, isShare: true }] },
    other: otherCoupling(system, scheme),
    note: () => {},
    run: async (variant) => {
      const runs: KnownRun[] = [];
      for (const factor of [1, 2, 4]) {
        const other = variant.scheme === system.scheme ? undefined : variant;
        const run = await of.run(factor * variant.step, other);
        if (run === undefined) break;
        runs.push(run);
        // A run that is known from an earlier step costs nothing.
        done.set(run, run.work);
      }
      if (runs.length === 0) throw new UserError('The run diverges.');
      const [run, ...coarser] = runs.map((each) => each.recorded);
      const bands = columnBands({ run, coarser, step: variant.step }, columnsOf(run));
      const values = runs.map((_, k) => variant.step * 2 ** k);
      const found = { outcome: 'finished', error: { columns: bands.map(({ error }) => error), values } };
      recorded.set(found, run);
      return found as unknown as RunResult;
    },
  }).catch((error) => {
    if (!(error instanceof UserError)) throw error;
    return { result: {}, missed: error.message };
  });
  const run = recorded.get(result);
  const error = run === undefined ? Number.NaN : await largestError(of, run);
  return {
    limit,
    met: missed === undefined,
    error,
    work: [...done.values()].reduce((sum, work) => sum + work, 0),
    least: of.advised && (await leastWork(of, limit)),
    advised: await of.advised?.(limit).catch(() => undefined),
  };
}

/** Returns what `--within` looks at in a system. Its FMUs return to earlier states. */
function systemLike({ step, scheme = 'jacobi' }: KnownSystem): CheckedSystem {
  const unit = { name: 'unit', binary: { form: 'core' } };
  const system = {
    ...{ step, order: 1, scheme, startTime: 0, stopTime: 800 * step, record: { every: 1 } },
    ...{ units: [unit, unit], connections: [{ order: 1 }], bonds: [], interfaceModels: [] },
  };
  return system as unknown as CheckedSystem;
}

/** Smallest part of the step that a search may take. */
const mostParts = 256;

/** Returns the work of the cheapest run within a limit. Undefined if the smallest part does not suffice. */
async function leastWork(of: KnownSystem, limit: number): Promise<number | undefined> {
  for (let parts = 1; parts <= mostParts; parts *= 2) {
    const run = await of.run(of.step / parts);
    if (run !== undefined && (await largestError(of, run.recorded)) <= limit) return run.work;
  }
  return undefined;
}

/**
 * Returns the largest true error of a run, as a share of the range of its column. Limits do not apply to
 * columns of whole numbers.
 */
async function largestError(of: KnownSystem, { names, data }: RecordedColumns): Promise<number> {
  const exact = await of.exact(names.slice(1), data[0]);
  return Math.max(
    ...exact.map((curve, k) => {
      if (data[k + 1].every(Number.isInteger)) return 0;
      let largest = 0;
      for (let n = 0; n < curve.length; n++) largest = Math.max(largest, Math.abs(data[k + 1][n] - curve[n]));
      const size = rangeOf(curve);
      return size > 0 ? largest / size : 0;
    }),
  );
}

function rangeOf(values: Float64Array): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return high - low;
}
