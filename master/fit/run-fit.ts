import { dirname, resolve } from 'node:path';
import { wallPerCpu } from '../../fmu-sdk/host/watchdog/time-limits.ts';
import { Lu } from '../../fmu-sdk/solver/linear-algebra/dense-lu.ts';
import { writeAtomically } from '../../fmu-sdk/util/files/atomic-write.ts';
import { requireDistinctPaths } from '../../fmu-sdk/util/files/distinct-paths.ts';
import { requirePath } from '../../fmu-sdk/util/files/require-path.ts';
import { type OptionTable, requireOptions } from '../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { readResults, type TimeTable } from '../results/read-results.ts';
import type { WatchedUnits, watchedHere } from '../run/worker/first-thread-watch.ts';
import { SubjectRunner } from '../study/execution/subject-runner.ts';
import { QuantityRecorder } from '../study/metrics/quantity-recorder.ts';
import { applyEdits } from '../study/plan/study-configuration.ts';
import { StudyInputs } from '../study/plan/study-inputs.ts';
import type { Subject } from '../study/plan/study-path.ts';
import { rejectDuplicatePaths, type ValueSource } from '../study/plan/unique-factors.ts';
import { writeCsv } from '../study/write-table.ts';
import { type FitFile, readFitFile } from './fit-file.ts';
import { leastSquares, type Minimum, normalEquations, squares } from './levenberg-marquardt.ts';
import { type UnknownParameter, unknownOf } from './unknown-parameter.ts';

/** Options of a fit, all with defaults. */
export interface FitOptions {
  /** Result files without their ending: `<output>.json`, `.csv`. Default: `results/<name>`. */
  output?: string | undefined;
  /** Called after each iteration with the root mean square of the residuals. */
  onIteration?: ((iteration: number, rms: number) => void) | undefined;
}

const fitKinds: OptionTable<FitOptions> = { output: 'path', onIteration: 'function' };

/** Largest distance of a value from a bound that counts as reached, as a share of the range. */
const boundShare = 1e-6;

/** Fitted parameter. */
export interface FittedParameter {
  name: string;
  place: string;
  value: number;
  /**
   * Standard deviation from the residuals and their derivatives at the solution, or null if
   * unknown.
   */
  deviation: number | null;
  /** Bound that the value reached. A better value may lie beyond it. */
  bound: '' | 'from' | 'to';
}

/** Result of a fit. */
export interface FitResult {
  name: string;
  ended: 'converged' | 'iterations';
  parameters: FittedParameter[];
  /** Root mean square of the residuals, each divided by the deviation of its column. */
  rms: number;
  /** Correlations between the parameters. */
  correlations: (number | null)[][];
  points: number;
  iterations: number;
  runs: number;
  files: string[];
}

/** Quantity with its measurements and the divisor of its residuals. */
interface ComparedQuantity {
  readonly quantity: string;
  readonly measured: Float64Array;
  readonly deviation: number;
}

/**
 * Fits parameters of a system to measurements: least squares over all points of all columns, within
 * bounds, by runs of the system (Levenberg–Marquardt). Values between communication points are
 * linear.
 *
 * @example
 * const { parameters } = await runFit('fit.json');
 */
export async function runFit(file: string, options: FitOptions = {}): Promise<FitResult> {
  return runFitBy(file, options, async (_, work) => work({ cells: new Int32Array(8) }));
}

/**
 * Fits as `runFit` does.
 *
 * @param doing calls the FMUs of the system by the given work
 */
export async function runFitBy(
  file: string,
  options: FitOptions,
  doing: typeof watchedHere<Fitted>,
): Promise<FitResult> {
  requirePath('fit', file);
  requireOptions(`fit ${file}`, options, fitKinds);
  const { value: fit, where } = readFitFile(file);
  const unknowns = fit.fit.map((unknownFile, i) => unknownOf(unknownFile, where(['fit', i])));
  const measuredFile = resolve(dirname(file), fit.measured);
  const table = await readResults(measuredFile);
  const compared = comparedOf(fit, table, where(['compare']));
  const bases = new StudyInputs(file);
  const whole = await bases.read(fit.system);
  const set = { name: '"set"', where: where(['set']), lists: [Object.keys(fit.set ?? {})] };
  rejectDuplicatePaths([set, ...sourcesOf(fit, where)], whole, bases.describe);
  const base = applyEdits(bases, whole, Object.entries(fit.set ?? {}));
  const output = options.output ?? `results/${fit.name}`;
  const read = [file, measuredFile, ...bases.files];
  for (const ending of ['.json', '.csv']) requireDistinctPaths('fit', output + ending, read);
  const subject = lasting(base, table, fit);
  let refusal: string | undefined;
  const modelled = async (runner: SubjectRunner, u: Float64Array): Promise<Float64Array[] | undefined> => {
    const edits = unknowns.map(({ place, value }, j): [string, number] => [place, value(u[j])]);
    const tape = new QuantityRecorder(compared.map(({ quantity }) => quantity));
    const { ending, message } = await runner.run(applyEdits(bases, subject, edits), [tape]);
    if (ending === 'refused') throw new UserError(message);
    refusal = message;
    if (ending !== 'finished') return undefined;
    return compared.map(({ quantity }, k) => {
      const { at } = tape.series(quantity, k).reader();
      return table.times.map(at);
    });
  };
  const start = Float64Array.from(unknowns, (unknown) => unknown.start);
  const { minimum, model } = await doing(watchedUnits(subject), async (activity) => {
    const runner = new SubjectRunner(bases, activity);
    const residuals = async (u: Float64Array): Promise<Float64Array | undefined> => {
      const values = await modelled(runner, u);
      return values && residualsOf(values, compared);
    };
    const best = await leastSquares(residuals, start, {
      iterations: fit.iterations,
      tolerance: fit.tolerance,
      onIteration: (n, sum) => options.onIteration?.(n, Math.sqrt(sum / countOf(compared))),
    }).catch((error) => {
      throw withReason(error, refusal);
    });
    return { minimum: best, model: (await modelled(runner, best.u)) as Float64Array[] };
  });
  const result = resultOf(fit, unknowns, minimum, countOf(compared));
  result.files = [`${output}.json`, `${output}.csv`];
  writeAtomically(result.files[0], `${JSON.stringify(result, undefined, 2)}\n`);
  writeComparison(result.files[1], table, compared, model);
  return result;
}

/** Returns the paths that a fit sets, by parameter. */
function sourcesOf({ fit }: FitFile, where: (path: (string | number)[]) => string): ValueSource[] {
  return fit.map(({ set: place, name = place }, i) => ({
    name: `the parameter "${name}"`,
    where: where(['fit', i]),
    lists: [[place]],
  }));
}

/** Adds the message of the last run to the error of a search. */
function withReason(error: Error, refusal: string | undefined): Error {
  if (error instanceof UserError && refusal) error.message += ` Message of the run: ${refusal}`;
  return error;
}

/** Best parameters, and the values of the compared quantities with them. */
interface Fitted {
  readonly minimum: Minimum;
  readonly model: Float64Array[];
}

/** Returns the units of a system with their limits of time. */
function watchedUnits({ system: { units, limits = {} } }: Subject): WatchedUnits {
  const { stepSeconds = 10, wallSeconds = wallPerCpu * stepSeconds } = limits;
  return { units: Object.keys(units).map((name) => ({ name })), stepSeconds, wallSeconds };
}

/** Extends runs to the last measured time, in whole steps, unless a stop time is set. */
function lasting(base: Subject, { times }: TimeTable, { set = {} }: FitFile): Subject {
  const { startTime = 0, stopTime, algorithm } = base.system;
  const [first, last] = [times[0], times[times.length - 1]];
  if (first < startTime)
    throw new UserError(
      `fit: the measurements begin at ${first} s, before the start of the system at ${startTime} s. Remove earlier measurements, or set "startTime".`,
    );
  if (!(last > startTime))
    throw new UserError(
      `fit: the measurements end at ${last} s, before the start of the system at ${startTime} s. Give later times.`,
    );
  if (Object.hasOwn(set, 'stopTime')) {
    if (last > Number(stopTime) + 1e-9 * algorithm.step)
      throw new UserError(
        `fit: the measurements end at ${last} s, after "stopTime" ${stopTime} s. Remove later measurements, or do not set it.`,
      );
    return base;
  }
  const steps = Math.ceil(((last - startTime) / algorithm.step) * (1 - 1e-12));
  return { ...base, system: { ...base.system, stopTime: startTime + steps * algorithm.step } };
}

function comparedOf(
  { compare }: FitFile,
  { names, times, columns, file }: TimeTable,
  where: string,
): ComparedQuantity[] {
  const comparisons = compare ?? Object.fromEntries(names.map((name) => [name, name]));
  return Object.entries(comparisons).map(([quantity, comparison]) => {
    const { column, deviation } =
      typeof comparison === 'string' ? { column: comparison, deviation: undefined } : comparison;
    const k = names.indexOf(column);
    if (k < 0)
      throw new UserError(
        `${where}: ${file} lacks a column "${column}". Its columns are ${names.join(', ')}.`,
      );
    const measured = columns[k];
    refuseInfinite(measured, times, `${file}: ${column}`);
    return { quantity, measured, deviation: deviation ?? spread(measured, column) };
  });
}

/** Rejects infinite measurements. An empty field or NaN means that a measurement is missing. */
function refuseInfinite(measured: Float64Array, times: Float64Array, what: string): void {
  const i = measured.findIndex((x) => Math.abs(x) === Infinity);
  if (i >= 0)
    throw new UserError(
      `fit ${what} is ${measured[i]} at ${times[i]} s, expected a finite number. Leave the field empty for a missing measurement.`,
    );
}

/** Returns the standard deviation of a column with missing values. */
function spread(column: Float64Array, name: string): number {
  const finiteValues = column.filter(Number.isFinite);
  const mean = finiteValues.reduce((sum, x) => sum + x, 0) / finiteValues.length;
  const deviation = Math.sqrt(
    finiteValues.reduce((sum, x) => sum + (x - mean) ** 2, 0) / finiteValues.length,
  );
  if (deviation > 0) return deviation;
  throw new UserError(`fit: ${name} is constant. Leave it out, or give its "deviation".`);
}

/** Computes (model − measured) / deviation, and 0 for missing measurements. */
function residualsOf(model: readonly Float64Array[], compared: readonly ComparedQuantity[]): Float64Array {
  const parts = compared.map(({ measured, deviation }, k) =>
    measured.map((m, i) => (Number.isFinite(m) ? (model[k][i] - m) / deviation : 0)),
  );
  return Float64Array.from(parts.flatMap((part) => [...part]));
}

function countOf(compared: readonly ComparedQuantity[]): number {
  return compared.reduce((sum, { measured }) => sum + measured.filter(Number.isFinite).length, 0);
}

function resultOf(
  fit: FitFile,
  unknowns: readonly UnknownParameter[],
  minimum: Minimum,
  points: number,
): FitResult {
  const { u, residuals, jacobian, ended, iterations, evaluations } = minimum;
  const sum = squares(residuals);
  const covariance = covarianceOf(jacobian, residuals, points);
  const n = u.length;
  const bound = (x: number): FittedParameter['bound'] =>
    x <= boundShare ? 'from' : x >= 1 - boundShare ? 'to' : '';
  return {
    name: fit.name,
    ended,
    parameters: unknowns.map(({ name, place, value, slope }, j) => ({
      name,
      place,
      value: value(u[j]),
      deviation: covariance === undefined ? null : Math.sqrt(covariance[j * n + j]) * slope(u[j]),
      bound: bound(u[j]),
    })),
    rms: Math.sqrt(sum / points),
    correlations: unknowns.map((_, i) =>
      unknowns.map((__, j) =>
        covariance === undefined
          ? null
          : covariance[i * n + j] / Math.sqrt(covariance[i * n + i] * covariance[j * n + j]),
      ),
    ),
    points,
    iterations,
    runs: evaluations,
    files: [],
  };
}

/**
 * Computes σ² (JᵀJ)⁻¹ with σ² = |r|²/(points − n). Returns undefined if the residuals do not
 * distinguish the parameters.
 */
function covarianceOf(J: readonly Float64Array[], r: Float64Array, points: number): Float64Array | undefined {
  const n = J[0].length;
  if (points <= n) return undefined;
  const { normal } = normalEquations(J, r);
  const lu = new Lu(n, false);
  lu.re.set(normal);
  if (!lu.factor()) return undefined;
  const variance = squares(r) / (points - n);
  const covariance = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    const column = new Float64Array(n);
    column[j] = variance;
    lu.solve(column);
    for (let i = 0; i < n; i++) covariance[i * n + j] = column[i];
  }
  return covariance.every(Number.isFinite) && unitsPositive(covariance, n) ? covariance : undefined;
}

const unitsPositive = (matrix: Float64Array, n: number): boolean =>
  Array.from({ length: n }, (_, j) => matrix[j * n + j]).every((x) => x > 0);

/** Writes time, and for each quantity the measured and the fitted values. */
function writeComparison(
  file: string,
  { times }: TimeTable,
  compared: readonly ComparedQuantity[],
  model: readonly Float64Array[],
): void {
  const number = (name: string) => ({ name, type: 'Float64', optional: true }) as const;
  const columns = [
    number('time'),
    ...compared.flatMap(({ quantity }) => [number(`${quantity} measured`), number(quantity)]),
  ];
  const cell = (x: number): number | null => (Number.isFinite(x) ? x : null);
  const row = (i: number): (number | null)[] => [
    times[i],
    ...compared.flatMap(({ measured }, k) => [cell(measured[i]), cell(model[k][i])]),
  ];
  writeCsv(
    file,
    columns,
    Array.from(times, (_, i) => row(i)),
  );
}
