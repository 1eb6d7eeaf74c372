import {
  bandOver,
  commonRows,
  placesOf,
  type RecordedColumns,
  type RowPlaces,
  valuesAt,
} from './common-points.ts';
import { DensePoints } from './dense-points.ts';
import { type BandStretch, errorBand, reach } from './error-band.ts';
import { runningMaximum } from './running-maximum.ts';

/** Order of the error in a stretch of time. */
export interface ErrorStretch {
  /** Begin and end [s]. */
  readonly from: number;
  readonly to: number;
  /** Order of the error in the step. Null if the runs do not differ. */
  readonly order: number | null;
  /** True if the differences follow this order. */
  readonly asymptotic: boolean;
}

/** Error of one column of a run. */
export interface ColumnError {
  readonly name: string;
  readonly unit: string;
  /** Largest half width of the band, and its time [s]. */
  readonly largest: number;
  readonly at: number;
  /** Largest half width as a share of the range of the column, and the root mean square. */
  readonly share: number;
  readonly mean: number;
  /** Largest part of the solvers inside FMUs, if the bands cover them. */
  readonly solvers?: number;
  /** Share of the time in which the differences follow an order. */
  readonly asymptotic: number;
  /** Median of the orders there. */
  readonly order?: number;
  /** For a column of whole numbers: share of the points at which the runs differ. */
  readonly differs?: number;
  /** For a column of whole numbers: begins and ends of the times in which the runs differ [s]. */
  readonly differsFrom?: readonly (readonly [from: number, to: number])[];
  readonly stretches: readonly ErrorStretch[];
}

/** Error of a column, and its band at each row. */
export interface ColumnBand {
  readonly error: ColumnError;
  readonly band: Float64Array;
}

/** Runs of one system, the one whose error is wanted first. */
export interface ComparedRuns {
  readonly run: RecordedColumns;
  /** Runs whose steps grow by a factor of two each. */
  readonly coarser: readonly RecordedColumns[];
  /** Run with half the step, for sharp bands. */
  readonly finer?: RecordedColumns | undefined;
  /** Run with finer solvers inside FMUs. */
  readonly solvers?: RecordedColumns | undefined;
  /** Smallest step [s], to compare times. */
  readonly step: number;
}

/** Column that gets a band. */
export interface NamedColumn {
  readonly name: string;
  readonly unit: string;
}

/** Fewest points that two runs must have in common. */
const leastPoints = 2;

/**
 * Returns the error bands of the columns that all runs have. Returns an empty list if the runs have
 * too few times in common.
 */
export function columnBands(runs: ComparedRuns, columns: readonly NamedColumn[]): ColumnBand[] {
  const { run, coarser, finer, step } = runs;
  const all = finer === undefined ? [run, ...coarser] : [finer, run, ...coarser];
  const { times, rows } = commonRows(all, step);
  if (all.length < 2 || times.length < leastPoints) return [];
  const ranges = scalesOf(run, columns);
  const places = placesOf(run.data[0], times);
  const dense = new DensePoints([all[0], all[1]], times, run.data[0], step);
  const solvers = runs.solvers && comparedSolvers(run, runs.solvers, step);
  return columns.flatMap(({ name, unit }, item): ColumnBand[] => {
    const items = all.map(({ names }) => names.indexOf(name));
    if (items.includes(-1)) return [];
    const points = all.map(({ data }, k) => valuesAt(data[items[k]], rows[k]));
    const column = run.data[run.names.indexOf(name)];
    const { band, stretches, differs } = bandOf(points, column, finer !== undefined);
    const solved = solvers && solverBand(solvers, name);
    const coupled = bandOver(places, band);
    dense.widen(coupled, items, stretches, finer === undefined ? 0 : 1);
    const rowBand = solved === undefined ? coupled : coupled.map((half, k) => half + solved[k]);
    const row = placeOfLargest(rowBand);
    const claims = stretches.filter(({ asymptotic }) => asymptotic);
    const orders = claims.map(({ order }) => order).filter(Number.isFinite);
    const points0 = claims.reduce((sum, { from, to }) => sum + to - from, 0);
    return [
      {
        band: rowBand,
        error: {
          ...{ name, unit, largest: rowBand[row], at: run.data[0][row] },
          share: rowBand[row] / ranges[item],
          mean: rootMeanSquare(rowBand, ranges[item]),
          ...(solved === undefined ? {} : { solvers: largestOf(solved) }),
          asymptotic: points0 / times.length,
          ...(orders.length === 0 ? {} : { order: orders.sort((a, b) => a - b)[orders.length >> 1] }),
          ...(differs === undefined ? {} : { differs, differsFrom: spansOf(times, band) }),
          stretches: stretches.map(({ from, to, order, asymptotic }) => ({
            from: times[from],
            to: times[Math.min(to, times.length - 1)],
            order: Number.isFinite(order) ? order : null,
            asymptotic,
          })),
        },
      },
    ];
  });
}

/**
 * Error of a solver, in differences to a finer one. An error of order 1 or more is at most twice its
 * difference to that with half the step.
 */
const solverShare = 2;

/** Run and the one with finer solvers, their common rows, and the places of all rows between these. */
interface ComparedSolvers {
  readonly runs: readonly [own: RecordedColumns, finer: RecordedColumns];
  readonly rows: readonly Int32Array[];
  readonly places: RowPlaces;
}

/** Compares the rows of a run with those of finer solvers. Undefined without common points. */
function comparedSolvers(
  run: RecordedColumns,
  finer: RecordedColumns,
  step: number,
): ComparedSolvers | undefined {
  const { times, rows } = commonRows([run, finer], step);
  if (times.length < leastPoints) return undefined;
  return { runs: [run, finer], rows, places: placesOf(run.data[0], times) };
}

/** Returns the part of the band that comes from solvers, at each row. */
function solverBand({ runs, rows, places }: ComparedSolvers, name: string): Float64Array | undefined {
  const items = runs.map(({ names }) => names.indexOf(name));
  if (items.includes(-1)) return undefined;
  const [own, finer] = runs.map(({ data }, k) => valuesAt(data[items[k]], rows[k]));
  const errors = differenceOf(own, finer);
  for (let k = 0; k < errors.length; k++) errors[k] = solverShare * Math.abs(errors[k]);
  return bandOver(places, runningMaximum(errors, reach));
}

/** Most times in which runs differ. Nearer ones are joined beyond that. */
const mostSpans = 100;

/** Returns the times in which a band is not zero, from the first to the last point of each. */
function spansOf(times: Float64Array, band: Float64Array): [number, number][] {
  const spans: [number, number][] = [];
  for (let k = 0; k < band.length; k++) {
    if (band[k] === 0) continue;
    if (k > 0 && (band[k - 1] > 0 || spans.length === mostSpans)) spans.at(-1)![1] = times[k];
    else spans.push([times[k], times[k]]);
  }
  return spans;
}

interface PointBand {
  readonly band: Float64Array;
  readonly stretches: readonly BandStretch[];
  readonly differs?: number;
}

/** Returns the band of the run at common points, from the values of all runs, the finest first. */
function bandOf(points: readonly Float64Array[], column: Float64Array, isSharp: boolean): PointBand {
  const differences = points.slice(1).map((coarse, k) => differenceOf(points[k], coarse));
  const size = largestOf(column);
  const [d1, d2] = differences;
  if ([column, ...points].every((values) => values.every(Number.isInteger))) return wholeBand(differences);
  const found = errorBand(d1, d2, size);
  // The error of the run is its difference to the finer run, and the error of that one.
  return isSharp ? { ...found, band: found.band.map((error, k) => error + Math.abs(d1[k])) } : found;
}

/** Returns the band of a column of whole numbers: the largest difference of the runs. */
function wholeBand(differences: readonly Float64Array[]): PointBand {
  const band = differences[0].map((_, k) => Math.max(...differences.map((d) => Math.abs(d[k]))));
  const count = band.reduce((sum, d) => sum + Number(d > 0), 0);
  const isEqual = count === 0;
  const stretch = {
    from: 0,
    to: band.length,
    order: Number.NaN,
    likeness: Number.NaN,
    largest: largestOf(band),
  };
  return { band, differs: count / band.length, stretches: [{ ...stretch, asymptotic: isEqual }] };
}

function differenceOf(fine: Float64Array, coarse: Float64Array): Float64Array {
  const difference = new Float64Array(fine.length);
  for (let k = 0; k < fine.length; k++) difference[k] = fine[k] - coarse[k];
  return difference;
}

function largestOf(values: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < values.length; k++) {
    const size = Math.abs(values[k]);
    if (size > largest) largest = size;
  }
  return largest;
}

function placeOfLargest(values: Float64Array): number {
  let best = 0;
  for (let k = 1; k < values.length; k++) if (values[k] > values[best]) best = k;
  return best;
}

/**
 * Smallest range that counts, as a share of the magnitude, and of the largest range with an equal unit
 * of measure.
 */
const negligible = 1e-6;

/** Returns the range of each column. A constant counts by its magnitude. */
function scalesOf(run: RecordedColumns, columns: readonly NamedColumn[]): number[] {
  const ranges = columns.map(({ name }) => rangeOf(run.data[run.names.indexOf(name)]));
  const largest = new Map<string, number>();
  columns.forEach(({ unit }, k) => {
    largest.set(unit, Math.max(ranges[k], largest.get(unit) ?? 0));
  });
  return columns.map(({ unit }, k) => Math.max(ranges[k], negligible * (largest.get(unit) ?? 0)) || 1);
}

function rangeOf(values: Float64Array = new Float64Array(1)): number {
  let [low, high] = [values[0], values[0]];
  for (let k = 1; k < values.length; k++) {
    const value = values[k];
    if (value < low) low = value;
    if (value > high) high = value;
    // As with Math.min, one value that is not a number makes the range one.
    if (Number.isNaN(value)) return Number.NaN;
  }
  const size = Math.max(Math.abs(low), Math.abs(high));
  return high - low > 1e-9 * size ? Math.max(high - low, negligible * size) : size;
}

/** Returns the root mean square of values in parts of a scale. */
function rootMeanSquare(values: Float64Array, scale: number): number {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += (values[k] / scale) ** 2;
  return Math.sqrt(sum / values.length);
}
