import { fail } from 'fmukit/author';

/** Rejects a signal with falling times. */
export function checkTimes(times: StaticArray<f64>, count: i32): void {
  for (let i: i32 = 1; i < count; i++) {
    if (!(times[i] >= times[i - 1]))
      fail('signal: a time of its points is before the one ahead of it; give them in the order of time');
  }
}

/**
 * The signal that joins (times[i], values[i]), i < count, by straight lines. Constant before the
 * first and after the last. `times` must not fall. At a jump (two equal times) the later value
 * holds.
 */
export function piecewiseLinear(times: StaticArray<f64>, values: StaticArray<f64>, count: i32, t: f64): f64 {
  if (count < 1) return 0.0;
  let i: i32 = 0;
  while (i < count && times[i] <= t) i++;
  return between(times, values, count, i, t);
}

/** Returns the signal just before t. At a jump the earlier value holds. */
export function piecewiseLinearBefore(
  times: StaticArray<f64>,
  values: StaticArray<f64>,
  count: i32,
  t: f64,
): f64 {
  if (count < 1) return 0.0;
  let i: i32 = 0;
  while (i < count && times[i] < t) i++;
  return between(times, values, count, i, t);
}

/** Between points i − 1 and i. */
function between(times: StaticArray<f64>, values: StaticArray<f64>, count: i32, i: i32, t: f64): f64 {
  if (i == 0) return values[0];
  if (i == count) return values[count - 1];
  const share: f64 = (t - times[i - 1]) / (times[i] - times[i - 1]);
  return values[i - 1] + share * (values[i] - values[i - 1]);
}
