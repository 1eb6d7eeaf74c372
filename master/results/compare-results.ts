import { type OptionTable, requireOptions } from '../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { TimeTable } from './read-table.ts';

/** How far results may be from each other. */
export interface Tolerances {
  /** Share of the largest magnitude of the reference's column; 1e-3 when left out. */
  relative?: number | undefined;
  /** In the column's unit of measure, beside that; 0 when left out. */
  absolute?: number | undefined;
  /** How much earlier or later something may happen [s]; 0 when left out. */
  time?: number | undefined;
}

const toleranceKinds: OptionTable<Tolerances> = { relative: 'number', absolute: 'number', time: 'number' };

/** How a column compares. */
export interface ColumnDifference {
  readonly name: string;
  /** Largest distance from the tube, plus its half width where it is left: 0 for equal columns; NaN where one is no number. */
  readonly largest: number;
  /** Where it is that large [s]. */
  readonly at: number;
  readonly allowed: number;
  /** The first time outside of the tube [s], or undefined. */
  readonly first: number | undefined;
}

/** What a comparison came to. */
export interface Comparison {
  readonly columns: readonly ColumnDifference[];
  /** Columns that only the reference has, and only the results. */
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  /** Whether every column of the reference is there and stays within its tube, there is one, and they begin and end at the same times. */
  readonly passed: boolean;
  /** Where the reference and the results begin and end [s]. What only one of them lasts to is not compared. */
  readonly begins: readonly [number, number];
  readonly ends: readonly [number, number];
}

/**
 * Compares results with a reference: at each time of the results a value has to lie in the tube of the reference, from its smallest to its
 * largest value within ± `time`, widened by `absolute` + `relative` · max |reference|. Between points the reference is linear; at a time
 * that it has several times (an event), all its values there count. Values before or behind the reference are compared with nothing.
 * Whole numbers of 64 bits are compared with all their digits.
 *
 * @throws UserError where they have no time in common, and for a tolerance that is none
 *
 * @example
 * const [reference, results] = [await readTable('reference.csv'), await readTable('results/chain.csv')];
 * const { passed, columns } = compareTables(reference, results, { relative: 1e-4, time: 0.01 });
 * for (const { name, largest, at } of columns) console.log(name, largest, 'at', at, 's');
 * console.log(passed);
 */
export function compareTables(
  reference: TimeTable,
  results: TimeTable,
  tolerances: Tolerances = {},
): Comparison {
  requireOptions('compare', tolerances, toleranceKinds);
  requireTable('what is compared with', reference);
  requireTable('what is compared', results);
  const { relative = 1e-3, absolute = 0, time = 0 } = tolerances;
  for (const [name, value] of Object.entries({ relative, absolute, time }))
    if (!(value >= 0))
      throw new UserError(`compare: ${name} = ${value} is no tolerance. Give a number of 0 or more.`);
  const [begins, ends] = [firstOf, lastOf].map((of) => [of(reference.times), of(results.times)] as const);
  const near = time + 1e-9 * Math.max(...[...begins, ...ends].map(Math.abs));
  const first = results.times.findIndex((t) => t >= begins[0] - near);
  const behind = results.times.findLastIndex((t) => t <= ends[0] + near) + 1;
  if (first < 0 || first >= behind)
    throw new UserError(
      `compare: ${reference.file} is from ${begins[0]} s to ${ends[0]} s and ${results.file} from ${begins[1]} s to ${ends[1]} s: they have no time in common. Name results of the same span.`,
    );
  const missing = reference.names.filter((name) => !results.names.includes(name));
  const both = reference.names.filter((name) => results.names.includes(name));
  const columns = both.map((name) => {
    const expected = columnOf(reference, name);
    const allowed = absolute + relative * largestOf(expected.values);
    return differenceOf(columnOf(results, name, first, behind), new Tube(expected, time), { name, allowed });
  });
  return {
    columns,
    missing,
    extra: results.names.filter((name) => !both.includes(name)),
    passed:
      columns.length > 0 &&
      missing.length === 0 &&
      columns.every(({ first }) => first === undefined) &&
      [begins, ends].every(([one, other]) => Math.abs(one - other) <= near),
    begins,
    ends,
  };
}

/** Refuses what is no table, of callers without types. */
function requireTable(what: string, given: unknown): void {
  const { times, names, columns } = (given ?? {}) as Partial<TimeTable>;
  const isColumn = (each: unknown): boolean =>
    each instanceof Float64Array && each.length > 0 && each.length === times?.length;
  const whole =
    isColumn(times) && Array.isArray(names) && Array.isArray(columns) && names.length === columns.length;
  if (whole && columns.every(isColumn)) return;
  throw new UserError(
    `compare: ${what} is no table: times, names, and for each name a column of numbers (Float64Array), all as long as the times. Give what readTable has returned, behind await.`,
  );
}

const firstOf = (times: Float64Array): number => times[0];
const lastOf = (times: Float64Array): number => times[times.length - 1];

interface Column {
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** What the values leave out of whole numbers of 64 bits. */
  readonly rests: Float64Array | undefined;
}

/** The rows of a column from `first` up to before `behind`; all where nothing is said. */
function columnOf(
  { names, times, columns, rests }: TimeTable,
  name: string,
  first = 0,
  behind = times.length,
): Column {
  const k = names.indexOf(name);
  const of = (whole: Float64Array): Float64Array => whole.subarray(first, behind);
  const rest = rests?.[k];
  return { times: of(times), values: of(columns[k]), rests: rest && of(rest) };
}

function differenceOf(
  { times, values, rests }: Column,
  tube: Tube,
  { name, allowed }: { name: string; allowed: number },
): ColumnDifference {
  let [largest, at] = [0, times[0]];
  let first: number | undefined;
  for (let i = 0; i < times.length; i++) {
    const d = tube.distance(times[i], values[i], rests?.[i]);
    if (!(d <= allowed)) first ??= times[i];
    // Not less or equal: NaN is the largest of all.
    if (d <= largest || Number.isNaN(largest)) continue;
    [largest, at] = [d, times[i]];
  }
  return { name, largest, at, allowed, first };
}

const largestOf = (values: Float64Array): number =>
  values.reduce((most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most), 0);

/** What a column does around a time: asked at times that do not fall. */
class Tube {
  private from = 0;

  constructor(
    private readonly column: Column,
    private readonly width: number,
  ) {}

  /** How far a value and its rest are from all that the column is within ± width of t; 0 inside. */
  distance(t: number, value: number, rest = 0): number {
    const { width } = this;
    const { times, values, rests } = this.column;
    while (this.from + 1 < times.length && times[this.from + 1] < t - width) this.from++;
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    let [isNumber, isNone] = [false, false];
    const take = (x: number, itsRest: number): void => {
      if (Number.isNaN(x)) isNone = true;
      else {
        isNumber = true;
        const above = (x === value ? 0 : x - value) + (itsRest - rest);
        low = Math.min(low, above);
        high = Math.max(high, above);
      }
    };
    for (const edge of [t - width, t + width]) take(this.at(values, edge), rests ? this.at(rests, edge) : 0);
    for (let i = this.from; i < times.length && times[i] <= t + width; i++)
      if (times[i] >= t - width) take(values[i], rests?.[i] ?? 0);
    if (Number.isNaN(value)) return isNone ? 0 : Number.NaN;
    if (!isNumber) return Number.NaN;
    return low <= 0 && high >= 0 ? 0 : Math.max(low, -high);
  }

  /** The column's values, or their rests, at t, linear between its points; beyond them its ends. */
  private at(values: Float64Array, t: number): number {
    const { times } = this.column;
    const last = times.length - 1;
    if (t <= times[0]) return values[0];
    if (t >= times[last]) return values[last];
    let i = this.from;
    while (times[i + 1] < t) i++;
    while (times[i] > t) i--;
    const share = (t - times[i]) / (times[i + 1] - times[i]);
    if (!(share > 0)) return values[i];
    return share >= 1 ? values[i + 1] : values[i] + share * (values[i + 1] - values[i]);
  }
}
