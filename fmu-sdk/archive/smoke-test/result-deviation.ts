/** Column of results over time. Booleans are 0 and 1, enumerations have their values. */
export interface Series {
  readonly name: string;
  readonly data: ArrayLike<number>;
}

/** Criteria for the comparison of a column. */
export interface Measure {
  readonly name: string;
  readonly unitOfMeasure: string;
  /** Allowed difference as a share of the magnitude. 0 requires equal results. */
  readonly tolerance: number;
  /** Nominal value, where the variable states one. */
  readonly nominal?: number;
}

/** Deviation of one column of results from its reference. */
export interface Deviation {
  readonly name: string;
  readonly unitOfMeasure: string;
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
 * Compares a column with its reference at the times of the reference. Interpolates linearly between
 * two results. Of several results at one time (events), uses the nearest.
 *
 * @param times of the results [s], not falling
 */
export function deviationOf(
  { name, unitOfMeasure, tolerance, nominal }: Measure,
  times: ArrayLike<number>,
  results: ArrayLike<number>,
  referenceTimes: ArrayLike<number>,
  reference: ArrayLike<number>,
): Deviation {
  let magnitude = Math.abs(nominal ?? 0);
  for (let i = 0; i < reference.length; i++)
    if (Number.isFinite(reference[i])) magnitude = Math.max(magnitude, Math.abs(reference[i]));
  const floor = tolerance === 0 ? 0 : rounding * Math.abs(nominal ?? 1);
  const allowed = Math.max(tolerance * magnitude, floor);
  let [largest, time] = [0, referenceTimes[0] ?? 0];
  for (let i = 0; i < reference.length; i++) {
    const d = distanceAt(times, results, referenceTimes[i], reference[i]);
    // Not less or equal: NaN is the largest of all.
    if (d <= largest || Number.isNaN(largest)) continue;
    [largest, time] = [d, referenceTimes[i]];
  }
  return { name, unitOfMeasure, largest, time, allowed, passed: largest <= allowed };
}

/** Returns |result − wanted| at a time [s], or NaN without a result. */
function distanceAt(times: ArrayLike<number>, results: ArrayLike<number>, t: number, wanted: number): number {
  const close = 1e-9 * Math.max(1, Math.abs(t));
  let nearest = Number.NaN;
  const end = firstIndexAfter(times, t + close);
  for (let k = end - 1; k >= 0 && times[k] >= t - close; k--) {
    const d = distance(results[k], wanted);
    if (Number.isNaN(nearest) || d < nearest) nearest = d;
  }
  if (end > 0 && times[end - 1] >= t - close) return nearest;
  if (end === 0 || end === times.length) return Number.NaN;
  const share = (t - times[end - 1]) / (times[end] - times[end - 1]);
  return distance(results[end - 1] + share * (results[end] - results[end - 1]), wanted);
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
