import type { Samples } from './communication-samples.ts';

/** Communication steps by which one of two runs may see an event earlier or later. */
export const window = 2;

/**
 * Returns the deviation of a column from its reference at each communication point n. It is the
 * distance of its value from the range of the reference from n − 2 to n + 2. A slight shift of an event
 * therefore does not count. Omits the last two points, as the reference ends there. Returns
 * Infinity if exactly one value is NaN.
 */
export function deviations(of: Samples, reference: Samples, column: number): Float64Array {
  const length = Math.max(0, Math.min(of.length, reference.length) - window);
  const wanted = reference.columns[column];
  const values = of.columns[column];
  const last = (Math.min(of.length, reference.length) - 1) * reference.per;
  return Float64Array.from({ length }, (_, n) => {
    const at = n * reference.per;
    const from = Math.max(0, at - window * reference.per);
    return distance(
      values[n * of.per],
      wanted.subarray(from, Math.min(last, at + window * reference.per) + 1),
    );
  });
}

function distance(value: number, range: Float64Array): number {
  let [low, high] = [Infinity, -Infinity];
  for (const item of range) {
    if (Object.is(item, value)) return 0;
    if (item < low) low = item;
    if (item > high) high = item;
  }
  const beyond = Math.max(low - value, value - high);
  return beyond > 0 ? beyond : beyond <= 0 ? 0 : Infinity;
}

/** The largest up to each point and a little beyond it: an error that was made once stays. */
export function runningMaximum(values: Float64Array): Float64Array {
  const all = new Float64Array(values.length);
  let [most, next] = [0, 0];
  for (let n = 0; n < values.length; n++) {
    while (next < values.length && next <= n + window) most = Math.max(most, values[next++]);
    all[n] = most;
  }
  return all;
}

/**
 * Returns the largest magnitude and the range (maximum − minimum) of the finite values in a column.
 */
export function extentOf(column: Float64Array): { magnitude: number; range: number } {
  let [low, high] = [Infinity, -Infinity];
  for (const value of column) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low > high
    ? { magnitude: 0, range: 0 }
    : { magnitude: Math.max(Math.abs(low), Math.abs(high)), range: high - low };
}
