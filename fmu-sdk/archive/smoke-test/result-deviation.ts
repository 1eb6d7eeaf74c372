/** Column of results over time. Booleans are 0 and 1, enumerations have their values. */
export interface Series {
  readonly name: string;
  readonly data: ArrayLike<number>;
}

/** Criteria for the comparison of a column. */
export interface Measure {
  readonly name: string;
  readonly unit: string;
  /** Allowed difference as a share of the magnitude. 0 requires equal results. */
  readonly tolerance: number;
  /** Nominal value, where the variable states one. */
  readonly nominal?: number;
  /** True if the variable keeps its value between two results. Default: it is linear. */
  readonly held?: boolean;
  /** Time by which an event of the results may be earlier or later [s]. Default: 0. */
  readonly eventShift?: number;
  /**
   * True if the results cannot have rows at events. Then one of several rows of the reference at one
   * time must be met.
   */
  readonly hidesEvents?: boolean;
}

/** Deviation of one column of results from its reference. */
export interface Deviation {
  readonly name: string;
  readonly unit: string;
  /** Largest |result − reference|, in the unit of measure. NaN if exactly one of them is NaN. */
  readonly largest: number;
  /** Time of the largest deviation [s]. */
  readonly time: number;
  /**
   * Allowed deviation: tolerance · max(|nominal|, max |reference| over the run), at least the
   * rounding error.
   */
  readonly allowed: number;
  readonly passed: boolean;
}

/**
 * Share of the nominal value (1 by default in FMI) below which a difference of reals is a rounding
 * error.
 */
const rounding = 1e-12;

/**
 * Compares a column with its reference at the times of the reference. Between two results a column
 * is linear, or keeps its value if `held`. Of several results at one time (events), uses the nearest.
 * If the reference has several rows at one time, its first row is compared with the first result of
 * the event, and its last row with the last result.
 *
 * @param times of the results [s], not falling
 */
export function deviationOf(
  { name, unit, tolerance, nominal, held = false, eventShift = 0, hidesEvents = false }: Measure,
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  referenceTimes: ArrayLike<number>,
  reference: ArrayLike<number>,
): Deviation {
  let magnitude = Math.abs(nominal ?? 0);
  for (let i = 0; i < reference.length; i++)
    if (Number.isFinite(reference[i])) magnitude = Math.max(magnitude, Math.abs(reference[i]));
  const floor = tolerance === 0 ? 0 : rounding * Math.abs(nominal ?? 1);
  const allowed = Math.max(tolerance * magnitude, floor);
  const results = { times, values, held, eventShift };
  let [largest, time] = [0, referenceTimes[0] ?? 0];
  for (let i = 0; i < reference.length; i++) {
    const t = referenceTimes[i];
    const side = hidesEvents ? 'any' : sideOf(referenceTimes, i);
    let d = distanceAt(results, t, reference[i], side);
    if (hidesEvents) {
      for (; referenceTimes[i + 1] === t; i++) d = smaller(d, distanceAt(results, t, reference[i + 1], side));
    }
    // Not less or equal: NaN is the largest of all.
    if (d <= largest || Number.isNaN(largest)) continue;
    [largest, time] = [d, t];
  }
  return { name, unit, largest, time, allowed, passed: largest <= allowed };
}

/** Results of one column, and how they continue between their times. */
interface Results {
  readonly times: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  readonly held: boolean;
  readonly eventShift: number;
}

/** Side of an event on which a row of the reference is. */
type Side = 'before' | 'after' | 'any';

/** Returns the side of a row: first or last of several rows at one time. Other rows match any side. */
function sideOf(times: ArrayLike<number>, i: number): Side {
  const [follows, goesOn] = [times[i - 1] === times[i], times[i + 1] === times[i]];
  if (follows === goesOn) return 'any';
  return goesOn ? 'before' : 'after';
}

/** Reports whether the result k, of several at one time, is on a side of their event. */
function isOn(side: Side, times: ArrayLike<number>, k: number): boolean {
  const own = sideOf(times, k);
  return side === 'any' || own === side;
}

/** Returns |result − wanted| at a time [s], or NaN without a result. */
function distanceAt(results: Results, t: number, wanted: number, side: Side): number {
  const { times, values, held, eventShift } = results;
  const close = 1e-9 * Math.max(1, Math.abs(t));
  const end = firstIndexAfter(times, t + close);
  let nearest = eventShift > 0 ? distanceOfEvents(results, t, wanted, side) : Number.NaN;
  if (side !== 'any' && !Number.isNaN(nearest)) return nearest;
  for (let k = end - 1; k >= 0 && times[k] >= t - close; k--)
    if (!isEvent(times, k) || isOn(side, times, k)) nearest = smaller(nearest, distance(values[k], wanted));
  if (end > 0 && times[end - 1] >= t - close) return nearest;
  if (end === 0 || end === times.length) return Number.NaN;
  const share = held ? 0 : (t - times[end - 1]) / (times[end] - times[end - 1]);
  const between = share === 0 ? values[end - 1] : values[end - 1] + share * (values[end] - values[end - 1]);
  return smaller(nearest, distance(between, wanted));
}

/**
 * Returns the smallest distance of the values before and after events at most `eventShift` from a
 * time [s], or NaN without events. An event is a time with several results.
 */
function distanceOfEvents(
  { times, values, eventShift }: Results,
  t: number,
  wanted: number,
  side: Side,
): number {
  let nearest = Number.NaN;
  const end = firstIndexAfter(times, t + eventShift);
  for (let k = end - 1; k >= 0 && times[k] >= t - eventShift; k--)
    if (isEvent(times, k) && isOn(side, times, k)) nearest = smaller(nearest, distance(values[k], wanted));
  return nearest;
}

/** Reports whether several results have the time of result k. */
function isEvent(times: ArrayLike<number>, k: number): boolean {
  return times[k] === times[k - 1] || times[k] === times[k + 1];
}

/** Returns the smaller number. NaN stands for a missing one. */
function smaller(a: number, b: number): number {
  return Number.isNaN(a) || b < a ? b : a;
}

/** Index of the first time beyond t. */
function firstIndexAfter(times: ArrayLike<number>, t: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] > t) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** 0 for what is equal, infinities and NaN too. */
function distance(a: number, b: number): number {
  return Object.is(a, b) || a === b ? 0 : Math.abs(a - b);
}
