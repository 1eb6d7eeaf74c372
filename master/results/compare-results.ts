import { runMeasurements } from '../../fmu-sdk/description/variables/run-measurements.ts';
import { matchColumns } from '../../fmu-sdk/util/column-match.ts';
import { withGuesses } from '../../fmu-sdk/util/guessed-names.ts';
import { type OptionTable, requireOptions } from '../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { withoutBands } from '../error/band-columns.ts';
import { type BandColumns, BothBands } from './both-bands.ts';
import { placesOf } from './column-places.ts';
import { type ResultRows, renamed, rowsOf } from './rows/result-rows.ts';
import { RowWindow, WindowColumn } from './rows/row-window.ts';
import type { TimeTable } from './time-table.ts';
import { Tube } from './tube.ts';

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

const largest = '"largest" of each of the "columns"';

/** Names that people guess, and what they mean. */
const guesses = {
  ...{ equal: '"passed"', equals: '"passed"', ok: '"passed"', match: '"passed"' },
  ...{ maxDifference: largest, maxDiff: largest, maxError: largest, difference: largest },
  differences: '"columns"',
};

/** Compares tables as `compareResults` of the library does. */
export function compareTables(
  reference: TimeTable,
  given: TimeTable,
  tolerances: Tolerances = {},
): Comparison {
  requireOptions('compare', tolerances, toleranceKinds);
  requireTimeTable('the reference', reference);
  requireTimeTable('the argument results', given);
  return compareRows(rowsOf(reference), rowsOf(given), tolerances);
}

/** Compares results as `compareTables` does, while both are read. */
export function compareRows(reference: ResultRows, given: ResultRows, tolerances: Tolerances): Comparison {
  const results = namedAs(reference, given, tolerances.names);
  const { relative = 1e-3, absolute = 0, time = 0 } = tolerances;
  for (const [name, value] of Object.entries({ relative, absolute, time }))
    if (!(value >= 0)) throw new UserError(`compare: ${name} must be a number from 0, got ${value}.`);
  const facts = [reference.facts, results.facts] as const;
  const begins = [facts[0].begin, facts[1].begin] as const;
  const ends = [facts[0].end, facts[1].end] as const;
  const near = time + 1e-9 * Math.max(...[...begins, ...ends].map(Math.abs));
  const measured = tolerances.measurements === true ? new Set<string>() : runMeasurements(reference.names);
  const wanted = withoutBands(reference.names).filter((name) => !measured.has(name));
  const [own, others] = [reference, results].map(({ names }) => placesOf(names));
  const missing = wanted.filter((name) => !others.has(name));
  const both = wanted.filter((name) => others.has(name));
  const compared = new Set(both);
  const windows = [new RowWindow(reference), new RowWindow(results)] as const;
  const bandColumns: BandColumns[] = [
    { places: own, isBand: facts[0].isBand, window: windows[0] },
    { places: others, isBand: facts[1].isBand, window: windows[1] },
  ];
  const pairs = both.map((name): ColumnPair => {
    const places = [own.get(name) as number, others.get(name) as number] as const;
    const tubeOf = (k: 0 | 1): Tube => new Tube(new WindowColumn(windows[k], places[k]), time);
    return {
      ...{ name, places, allowed: absolute + relative * facts[0].sizes[places[0]] },
      tubes: [tubeOf(0), tubeOf(1)],
      bands: BothBands.of(name, bandColumns),
      found: [new Distances(), new Distances()],
    };
  });
  try {
    const [, ofResults] = walk(windows, pairs, time, [
      { from: begins[1] - near, to: ends[1] + near },
      { from: begins[0] - near, to: ends[0] + near },
    ]);
    if (ofResults === 0)
      throw new UserError(
        `compare: ${reference.file} covers ${begins[0]} s to ${ends[0]} s, ${results.file} covers ${begins[1]} s to ${ends[1]} s. Their times must overlap. Name results of the same span.`,
      );
  } finally {
    for (const window of windows) window.close();
  }
  const columns = pairs.map(differenceOf);
  const comparison: Comparison = {
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
  return withGuesses('comparison', comparison, guesses);
}

/** Column of the reference and of the results, in this order. */
interface ColumnPair {
  readonly name: string;
  readonly places: readonly [number, number];
  readonly allowed: number;
  readonly tubes: readonly [Tube, Tube];
  readonly bands: BothBands | undefined;
  /** Distances of the rows of the reference from the tube of the results, and the reverse. */
  readonly found: readonly [Distances, Distances];
}

/** Times of rows that are compared [s]. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Compares the rows of both results in the order of their times, each with the tube of the other.
 * Returns how many rows of each lie in its span.
 */
function walk(
  windows: readonly [RowWindow, RowWindow],
  pairs: readonly ColumnPair[],
  width: number,
  spans: readonly [Span, Span],
): [number, number] {
  const counts: [number, number] = [0, 0];
  for (;;) {
    for (const window of windows) while (window.next === window.count && !window.hasEnded) window.load();
    const times = windows.map(({ next, count, times, mask }) =>
      next < count ? times[next & mask] : Infinity,
    );
    const side = times[0] <= times[1] ? 0 : 1;
    const t = times[side];
    const mine = windows[side];
    if (mine.next === mine.count) return counts;
    if (t > spans[side].to && windows[1 - side].next === windows[1 - side].count) return counts;
    for (const k of [0, 1] as const) reach(windows[k], t, width, pairs, k);
    if (t >= spans[side].from && t <= spans[side].to) {
      counts[side]++;
      compareRow(mine, side, t, pairs);
    }
    mine.next++;
  }
}

/** Reads rows up to the first one behind the tube around t, and drops those that are not needed. */
function reach(window: RowWindow, t: number, width: number, pairs: readonly ColumnPair[], k: 0 | 1): void {
  while (!window.hasEnded && window.lastTime <= t + width) {
    window.first = pairs.reduce((first, { tubes }) => Math.min(first, tubes[k].move(t)), window.next);
    window.load();
  }
}

function compareRow(mine: RowWindow, side: 0 | 1, t: number, pairs: readonly ColumnPair[]): void {
  const at = mine.next & mine.mask;
  for (const { places, tubes, allowed, bands, found } of pairs) {
    const [value, rest] = [mine.columns[places[side]][at], mine.rests[places[side]]?.[at]];
    found[side].take(tubes[side === 0 ? 1 : 0].distance(t, value, rest), t, allowed, bands);
  }
}

/** Returns results whose columns have the names of the reference, where they match. */
export function namedAs(
  reference: Pick<TimeTable, 'names'>,
  results: ResultRows,
  given: Readonly<Record<string, string>> = {},
): ResultRows {
  const matches = matchColumns(reference.names, results.names, given);
  const titles = new Map([...matches].map(([name, own]) => [own, name]));
  return renamed(
    results,
    results.names.map((name) => titles.get(name) ?? name),
  );
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
    `compare: ${what} must be a table with times, names, and a column of numbers (Float64Array) for each name, as long as the times. Give the awaited result of readResults.`,
  );
}

/** Distances of the rows of a column from a tube. */
class Distances {
  /** Largest distance, its time, and the first time beyond what is allowed [s]. */
  largest = 0;
  at: number | undefined;
  first: number | undefined;
  /** First time beyond what is allowed and both error bands [s]. */
  outside: number | undefined;

  take(d: number, t: number, allowed: number, bands: BothBands | undefined): void {
    this.at ??= t;
    if (!(d <= allowed)) this.first ??= t;
    if (bands !== undefined && !(d <= allowed + bands.at(t))) this.outside ??= t;
    // NaN counts as the largest value.
    if (d <= this.largest || Number.isNaN(this.largest)) return;
    this.largest = d;
    this.at = t;
  }
}

/** Joins the distances at the times of the results, and at those of the reference. */
function differenceOf({ name, allowed, bands, found }: ColumnPair): ColumnDifference {
  const [ofReference, ofResults] = found;
  const isSecond = !(ofReference.largest <= ofResults.largest) && !Number.isNaN(ofResults.largest);
  const { largest, at = Number.NaN } = isSecond ? ofReference : ofResults;
  const [own, other] = [ofResults.first ?? Infinity, ofReference.first ?? Infinity];
  const first = Math.min(own, other);
  const difference = { name, largest, at, allowed };
  const isEqual = first === Infinity;
  if (isEqual) return { ...difference, first: undefined, lost: undefined };
  if (bands !== undefined && ofResults.outside === undefined && ofReference.outside === undefined)
    return { ...difference, first: undefined, lost: undefined, withinBands: true };
  return { ...difference, first, lost: other < own ? other : undefined };
}
