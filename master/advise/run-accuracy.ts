import { isAdaptive } from './candidates.ts';
import type { InterfaceValue } from './interface-values.ts';
import type { Trial } from './scheme-trial.ts';

/** What differences of an interface value are measured by. */
export interface Scale {
  /** Of the largest difference: the declared nominal value, else the range, else the magnitude. */
  peak: number;
  /** Of the root mean square of differences: that of the value itself; infinite where a nominal value is declared. */
  rms: number;
}

/** The scales of each interface value, from a run. */
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
      // All runs have the same start.
      if (k > 0) sum += x * x;
    }
    const size = Math.max(Math.abs(low), Math.abs(high));
    if (!(size > 0)) return { peak: 1, rms: 1 };
    // What rounding makes of a constant is no range.
    const peak = high - low > 1e-9 * size ? high - low : size;
    return { peak, rms: Math.max(Math.sqrt(sum / (column.length - 1)), 1e-9 * size) };
  });
}

/**
 * Error of each interface value, run a against run b: the largest difference as a share of the nominal value or range, or the root mean
 * square of the differences as a share of the value's own, whichever is larger; infinite where one of the runs failed.
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

/** The largest of them. */
export function difference(a: Trial, b: Trial, scales: readonly Scale[]): number {
  return Math.max(...differences(a, b, scales));
}

/** The largest root mean square of the differences, as a share of the value's own or of its nominal value. */
export function meanDifference(a: Trial, b: Trial, scales: readonly Scale[]): number {
  const means = scales.map(({ peak, rms }, i) => {
    const sum = a.values[i].reduce((total, x, k) => total + ((x - b.values[i][k]) / peak) ** 2, 0);
    return (peak * Math.sqrt(sum / (a.values[i].length - 1))) / (Number.isFinite(rms) ? rms : peak);
  });
  return Math.max(...means);
}

/** The highest order that an error is believed to fall with. */
const highest = 4;
/** Runs by a scheme that finds its own steps tell of its error where one has so many times the work of the other. */
const apart = 1.5;

/** An error that a run is believed to have, from runs by the same candidate with larger steps. */
export interface OwnError {
  error: number;
  /** Order at which it falls, where there are three runs. */
  order?: number;
}

/**
 * Richardson's estimate: with d the difference of the two finest of these runs, by parts of which one is r times the other, the finer
 * one's error is d / (r^p − 1). The order p is that of the last three runs, at most 4; of two runs it is taken for 1. Of a scheme that finds
 * its own steps r is the ratio of the work, and three runs are needed.
 */
export function ownError(runs: readonly Trial[], scales: readonly Scale[]): OwnError {
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
  // Runs that do not come together tell nothing of how far they are from where they would.
  if (!(order > 0.3)) return { error: 10 * last, order };
  return { error: last / (ratio ** Math.min(order, highest) - 1), order };
}

/** The finest run, and those before it that have less work by far. */
function spread(runs: readonly Trial[]): Trial[] {
  const found: Trial[] = [];
  for (const trial of [...runs].reverse())
    if (found.length === 0 || apart * trial.work < found[found.length - 1].work) found.push(trial);
  return found;
}
