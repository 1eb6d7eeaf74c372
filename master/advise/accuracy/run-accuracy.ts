import { isAdaptive } from '../candidates.ts';
import type { Trial } from '../trials/scheme-trial.ts';
import type { InterfaceValue } from './interface-values.ts';

/** Scales of the differences of an interface value. */
export interface Scale {
  /**
   * Scale of the largest difference: the declared nominal value, else the range, else the
   * magnitude.
   */
  peak: number;
  /**
   * Scale of the RMS difference: the RMS of the value, or infinity with a declared nominal value.
   */
  rms: number;
}

/** Returns the scales of each interface value, from a run. */
export function scalesOf(values: readonly InterfaceValue[], { values: columns }: Trial): Scale[] {
  return values.map(({ variable }, i) => {
    const nominal = Math.abs(Number(variable.nominal ?? 0));
    if (nominal > 0) return { peak: nominal, rms: Number.POSITIVE_INFINITY };
    let [low, high, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    const column = columns[i];
    for (let k = 0; k < column.length; k++) {
      const x = column[k];
      low = Math.min(low, x);
      high = Math.max(high, x);
      // Skip the start, which is equal in all runs.
      if (k > 0) sum += x * x;
    }
    const size = Math.max(Math.abs(low), Math.abs(high));
    if (!(size > 0)) return { peak: 1, rms: 1 };
    // A range within rounding errors does not count.
    const peak = high - low > 1e-9 * size ? high - low : size;
    return { peak, rms: Math.max(Math.sqrt(sum / (column.length - 1)), 1e-9 * size) };
  });
}

/**
 * Returns the error of each interface value of run a against run b. It is the larger of two errors:
 * the largest difference relative to the nominal value or range, and the RMS difference relative to
 * the RMS value. It is infinite if a run failed.
 */
export function differences(a: Trial, b: Trial, scales: readonly Scale[]): number[] {
  if (a.failed !== undefined || b.failed !== undefined) return scales.map(() => Number.POSITIVE_INFINITY);
  return scales.map(({ peak, rms }, i) => {
    const [x, y] = [a.values[i], b.values[i]];
    let [largest, sum] = [0, 0];
    for (let k = 0; k < x.length; k++) {
      const d = Math.abs(x[k] - y[k]);
      largest = Math.max(largest, d);
      sum += (d / peak) ** 2;
    }
    return Math.max(largest / peak, (peak * Math.sqrt(sum / (x.length - 1))) / rms);
  });
}

/** Returns the largest of the `differences`. */
export function difference(a: Trial, b: Trial, scales: readonly Scale[]): number {
  return Math.max(...differences(a, b, scales));
}

/** Returns the largest RMS difference, relative to the RMS value or the nominal value. */
export function meanDifference(a: Trial, b: Trial, scales: readonly Scale[]): number {
  const means = scales.map(({ peak, rms }, i) => {
    const sum = a.values[i].reduce((total, x, k) => total + ((x - b.values[i][k]) / peak) ** 2, 0);
    return (peak * Math.sqrt(sum / (a.values[i].length - 1))) / (Number.isFinite(rms) ? rms : peak);
  });
  return Math.max(...means);
}

/** Highest order that an estimate assumes. */
const highest = 4;
/** Smallest ratio of work at which two runs of an adaptive scheme reveal its error. */
const minWorkRatio = 1.5;

/** Estimated error of a run, from runs of the same candidate with larger steps. */
export interface EstimatedError {
  error: number;
  /** Order of the error, from three runs. */
  order?: number;
}

/**
 * Estimates an error by Richardson extrapolation. The error of the finer of two runs is
 * d / (r^p − 1), with their difference d and the ratio r of their steps. The order p comes from
 * the last three runs, at most 4, and is 1 for two runs. For an adaptive scheme r is the ratio of
 * the work, and three runs are needed.
 */
export function estimateError(runs: readonly Trial[], scales: readonly Scale[]): EstimatedError {
  const unknown = { error: Number.POSITIVE_INFINITY };
  const good = runs.filter(({ failed }) => failed === undefined).sort((a, b) => a.parts - b.parts);
  const adaptive = good.length > 0 && isAdaptive(good[0].candidate);
  const fineness = (trial: Trial): number => (adaptive ? trial.work : trial.parts);
  const [c, b, a] = adaptive ? spread(good) : good.slice(-3).reverse();
  if (b === undefined || c === undefined) return unknown;
  const last = difference(b, c, scales);
  const ratio = fineness(c) / fineness(b);
  if (a === undefined) return adaptive ? unknown : { error: last / (Math.min(ratio, 2) - 1) };
  const order = Math.log(difference(a, b, scales) / last) / Math.log(fineness(b) / fineness(a));
  // Runs that do not converge reveal nothing about their error.
  if (!(order > 0.3)) return { error: 10 * last, order };
  return { error: last / (ratio ** Math.min(order, highest) - 1), order };
}

/** Returns the finest run, and earlier ones with much less work. */
function spread(runs: readonly Trial[]): Trial[] {
  const selectedTrials: Trial[] = [];
  for (const trial of [...runs].reverse())
    if (
      selectedTrials.length === 0 ||
      minWorkRatio * trial.work < selectedTrials[selectedTrials.length - 1].work
    )
      selectedTrials.push(trial);
  return selectedTrials;
}
