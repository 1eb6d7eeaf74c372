import { runMeasurements } from '../../fmu-sdk/description/variables/run-measurements.ts';
import { matchColumns } from '../../fmu-sdk/util/column-match.ts';
import { type OptionTable, requireOptions } from '../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { withoutBands } from '../error/band-columns.ts';
import { BothBands } from './both-bands.ts';
import { placesOf } from './column-places.ts';
import type { TimeTable } from './read-table.ts';
import { type TubeColumn as Column, Tube } from './tube.ts';

/** Tolerances between two results. */
export interface Tolerances {
  /** Tolerance relative to the largest magnitude of the reference column. Default: 1e-3. */
  relative?: number | undefined;
  /** Additional tolerance in the unit of measure of the column. Default: 0. */
  absolute?: number | undefined;
  /** Tolerance in time, earlier or later [s]. Default: 0. */
  time?: number | undefined;
  /**
   * Names of columns of the results by names of the reference. Default: equal names, also with
   * indexes in another notation, such as `y(1)` and `y[1]`.
   */
  names?: Readonly<Record<string, string>> | undefined;
  /** Also compares columns that measure the run, such as `CPUtime`. Default: false. */
  measurements?: boolean | undefined;
}

const toleranceKinds: OptionTable<Tolerances> = {
  relative: 'number',
  absolute: 'number',
  time: 'number',
  names: 'object',
  measurements: 'boolean',
};

/** Comparison of one column. */
export interface ColumnDifference {
  readonly name: string;
  /**
   * Largest distance from the tube, plus its half width outside the tube. It is 0 for equal columns
   * and NaN if a value is NaN.
   */
  readonly largest: number;
  /** Time of the largest distance [s]. */
  readonly at: number;
  readonly allowed: number;
  /** First time outside the tube [s], or undefined. */
  readonly first: number | undefined;
  /**
   * Time of `first` if the rows of the results are right up to there, and lack a value of the
   * reference, such as a peak or an event. Otherwise undefined.
   */
  readonly lost: number | undefined;
  /** True if the columns differ by more than the tolerances, and lie within both error bands. */
  readonly withinBands?: boolean;
}

/** Result of a comparison. */
export interface Comparison {
  readonly columns: readonly ColumnDifference[];
  /** Columns that exist only in the reference, and only in the results. */
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  /** Columns of the reference that measure the run, and were not compared. */
  readonly measured: readonly string[];
  /**
   * True if there are columns, every reference column is present and within its tube, and both
   * files begin and end at equal times.
   */
  readonly passed: boolean;
  /**
   * Begin and end of the reference and of the results [s]. Times that only one file covers are not
   * compared.
   */
  readonly begins: readonly [number, number];
  readonly ends: readonly [number, number];
}

/**
 * Compares results with a reference. At each time of the results, the value must lie in the tube of
 * the reference. At each time of the reference, its value must lie in the tube of the results. A
 * tube reaches from the smallest to the largest value within ± `time`, widened by `absolute` +
 * `relative` · max |reference|. Both are linear between their points.
 *
 * Columns with error bands, `x.error` beside `x`, may also differ by both bands together. The bands
 * themselves are not compared.
 *
 * If a time occurs several times (an event), all its values count. Times that only one of them
 * covers are not compared. 64-bit integers are compared with all their digits.
 *
 * @throws UserError if the times do not overlap, or a tolerance is invalid
 *
 * @example
 * const [reference, results] = [await readTable('reference.csv'), await readTable('results/chain.csv')];
 * const { passed, columns } = compareTables(reference, results, { relative: 1e-4, time: 0.01 });
 * for (const { name, largest, at } of columns) console.log(name, largest, 'at', at, 's');
 * console.log(passed);
 */
export function compareTables(
  reference: TimeTable,
  given: TimeTable,
  tolerances: Tolerances = {},
): Comparison {
  requireOptions('compare', tolerances, toleranceKinds);
  requireTimeTable('the reference', reference);
  requireTimeTable('the argument results', given);
  const results = namedAs(reference, given, tolerances.names);
  const { relative = 1e-3, absolute = 0, time = 0 } = tolerances;
  for (const [name, value] of Object.entries({ relative, absolute, time }))
    if (!(value >= 0)) throw new UserError(`compare: ${name} must be a number from 0, got ${value}.`);
  const [begins, ends] = [firstOf, lastOf].map((of) => [of(reference.times), of(results.times)] as const);
  const near = time + 1e-9 * Math.max(...[...begins, ...ends].map(Math.abs));
  const first = results.times.findIndex((t) => t >= begins[0] - near);
  const behind = results.times.findLastIndex((t) => t <= ends[0] + near) + 1;
  if (first < 0 || first >= behind)
    throw new UserError(
      `compare: ${reference.file} covers ${begins[0]} s to ${ends[0]} s, ${results.file} covers ${begins[1]} s to ${ends[1]} s. Their times must overlap. Name results of the same span.`,
    );
  const measured = tolerances.measurements === true ? new Set<string>() : runMeasurements(reference.names);
  const wanted = withoutBands(reference.names).filter((name) => !measured.has(name));
  const [own, others] = [reference, results].map(({ names }) => placesOf(names));
  const missing = wanted.filter((name) => !others.has(name));
  const both = wanted.filter((name) => others.has(name));
  const compared = new Set(both);
  const ownFirst = reference.times.findIndex((t) => t >= begins[1] - near);
  const ownBehind = reference.times.findLastIndex((t) => t <= ends[1] + near) + 1;
  const columns = both.map((name) => {
    const [k, other] = [own.get(name) as number, others.get(name) as number];
    const [expected, actual] = [columnOf(reference, k), columnOf(results, other)];
    const allowed = absolute + relative * largestOf(expected.values);
    const compared = (bands: () => BothBands | undefined): ColumnDifference =>
      differenceOf(
        { name, allowed },
        distancesTo(new Tube(expected, time), columnOf(results, other, first, behind), allowed, bands()),
        distancesTo(new Tube(actual, time), columnOf(reference, k, ownFirst, ownBehind), allowed, bands()),
      );
    const plain = compared(() => undefined);
    const bands = (): BothBands | undefined => BothBands.of(name, [reference, results]);
    if (plain.first === undefined || bands() === undefined) return plain;
    const isWithin = compared(bands).first === undefined;
    return isWithin ? { ...plain, first: undefined, lost: undefined, withinBands: true } : plain;
  });
  return {
    columns,
    missing,
    extra: withoutBands(results.names).filter((name) => !compared.has(name) && !measured.has(name)),
    measured: [...measured],
    passed:
      columns.length > 0 &&
      missing.length === 0 &&
      columns.every(({ first }) => first === undefined) &&
      [begins, ends].every(([one, other]) => Math.abs(one - other) <= near),
    begins,
    ends,
  };
}

/** Returns results whose columns have the names of the reference, where they match. */
export function namedAs(
  reference: Pick<TimeTable, 'names'>,
  results: TimeTable,
  given: Readonly<Record<string, string>> = {},
): TimeTable {
  const matches = matchColumns(reference.names, results.names, given);
  const titles = new Map([...matches].map(([name, own]) => [own, name]));
  return { ...results, names: results.names.map((name) => titles.get(name) ?? name) };
}

/** Rejects an argument that is not a table, for callers without types. */
function requireTimeTable(what: string, table: unknown): void {
  const { times, names, columns } = (table ?? {}) as Partial<TimeTable>;
  const isColumn = (item: unknown): boolean =>
    item instanceof Float64Array && item.length > 0 && item.length === times?.length;
  const whole =
    isColumn(times) && Array.isArray(names) && Array.isArray(columns) && names.length === columns.length;
  if (whole && columns.every(isColumn)) return;
  throw new UserError(
    `compare: ${what} must be a table with times, names, and a column of numbers (Float64Array) for each name, as long as the times. Give the awaited result of readTable.`,
  );
}

const firstOf = (times: Float64Array): number => times[0];
const lastOf = (times: Float64Array): number => times[times.length - 1];

/**
 * Returns the rows of column k from `first` up to, but not including, `behind`. Default: all rows.
 */
function columnOf({ times, columns, rests }: TimeTable, k: number, first = 0, behind = times.length): Column {
  const of = (whole: Float64Array): Float64Array => whole.subarray(first, behind);
  const rest = rests?.[k];
  return { times: of(times), values: of(columns[k]), rests: rest && of(rest) };
}

/** Largest distance of a column from a tube, its time, and the first time beyond what is allowed [s]. */
interface Distances {
  readonly largest: number;
  readonly at: number;
  readonly first: number | undefined;
}

function distancesTo(
  tube: Tube,
  { times, values, rests }: Column,
  allowed: number,
  bands?: BothBands,
): Distances {
  let [largest, at] = [0, times[0]];
  let first: number | undefined;
  for (let i = 0; i < times.length; i++) {
    const d = tube.distance(times[i], values[i], rests?.[i]);
    if (!(d <= allowed + (bands?.at(times[i]) ?? 0))) first ??= times[i];
    // NaN counts as the largest value.
    if (d <= largest || Number.isNaN(largest)) continue;
    [largest, at] = [d, times[i]];
  }
  return { largest, at, first };
}

/** Joins the distances at the times of the results, and at those of the reference. */
function differenceOf(
  { name, allowed }: Pick<ColumnDifference, 'name' | 'allowed'>,
  ofResults: Distances,
  ofReference: Distances,
): ColumnDifference {
  const isSecond = !(ofReference.largest <= ofResults.largest) && !Number.isNaN(ofResults.largest);
  const { largest, at } = isSecond ? ofReference : ofResults;
  const [own, other] = [ofResults.first ?? Infinity, ofReference.first ?? Infinity];
  const first = Math.min(own, other);
  return {
    ...{ name, largest, at, allowed },
    first: first < Infinity ? first : undefined,
    lost: other < own ? other : undefined,
  };
}

const largestOf = (values: Float64Array): number =>
  values.reduce((most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most), 0);
