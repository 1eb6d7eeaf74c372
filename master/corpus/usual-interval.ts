import { instantTolerance } from '../../fmu-sdk/util/time/same-time.ts';

/**
 * Returns the interval [s] that most rows of results have, or 0 if most differ. Rows at events, and
 * two rows at an instant, are exceptions.
 */
export function usualInterval(times: Float64Array): number {
  const instant = instantTolerance(times[times.length - 1], 0);
  const intervals = times
    .slice(1)
    .map((t, k) => t - times[k])
    .filter((interval) => interval > instant)
    .sort();
  const { length } = intervals;
  if (length === 0) return 0;
  const median = intervals[length >> 1];
  const equal = intervals.filter((interval) => Math.abs(interval - median) <= 1e-6 * median);
  if (2 * equal.length <= length) return 0;
  // The sum of the intervals is more exact than one of them.
  return equal.reduce((sum, interval) => sum + interval, 0) / equal.length;
}
