import type { InterfaceValue } from './interface-values.ts';
import type { Trial } from './trial.ts';

/** What differences of each interface value are measured by: its declared nominal value, else its range, else its magnitude. */
export function scalesOf(values: readonly InterfaceValue[], { values: columns }: Trial): number[] {
  return values.map(({ variable }, i) => {
    const nominal = Math.abs(Number(variable.nominal ?? 0));
    if (nominal > 0) return nominal;
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const x of columns[i]) {
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    const size = Math.max(Math.abs(low), Math.abs(high));
    // What rounding makes of a constant is no range.
    if (high - low > 1e-9 * size) return high - low;
    return size > 0 ? size : 1;
  });
}

/** Largest difference of each interface value over the run, by these scales; infinite where one of the runs failed. */
export function differences(a: Trial, b: Trial, scales: readonly number[]): number[] {
  if (a.failed !== undefined || b.failed !== undefined) return scales.map(() => Number.POSITIVE_INFINITY);
  return scales.map((scale, i) => {
    const [x, y] = [a.values[i], b.values[i]];
    let largest = 0;
    for (let k = 0; k < x.length; k++) largest = Math.max(largest, Math.abs(x[k] - y[k]));
    return largest / scale;
  });
}

/** The largest of them. */
export function difference(a: Trial, b: Trial, scales: readonly number[]): number {
  return Math.max(...differences(a, b, scales));
}

/** The highest order that an error is believed to fall with. */
const highest = 4;

/** An error that a run is believed to have, from runs by the same candidate with larger steps. */
export interface OwnError {
  error: number;
  /** Order at which it falls, where there are three runs. */
  order?: number;
}

/**
 * Richardson's estimate: with d the difference of the two finest of these runs, by parts of which one is r times the other, the finer
 * one's error is d / (r^p − 1). The order p is that of the last three runs, at most 4; of two runs it is taken for 1.
 */
export function ownError(runs: readonly Trial[], scales: readonly number[]): OwnError {
  const good = runs.filter(({ failed }) => failed === undefined).sort((a, b) => a.parts - b.parts);
  const [c, b, a] = [good.at(-1), good.at(-2), good.at(-3)];
  if (b === undefined || c === undefined) return { error: Number.POSITIVE_INFINITY };
  const last = difference(b, c, scales);
  const ratio = c.parts / b.parts;
  if (a === undefined) return { error: last / (Math.min(ratio, 2) - 1) };
  const order = Math.log(difference(a, b, scales) / last) / Math.log(b.parts / a.parts);
  // Runs that do not come together tell nothing of how far they are from where they would.
  if (!(order > 0.3)) return { error: 10 * last, order };
  return { error: last / (ratio ** Math.min(order, highest) - 1), order };
}
