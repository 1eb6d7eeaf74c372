/**
 * Returns the value at time t [s], linear between two samples, and NaN outside of the samples.
 * @param {import('./decode.js').Samples} samples
 * @param {number} t
 */
export function valueAt({ t: times, v }, t) {
  const last = times.length - 1;
  if (last < 0 || !(t >= times[0] && t <= times[last])) return Number.NaN;
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  if (high === low || times[high] === times[low]) return v[low];
  const share = (t - times[low]) / (times[high] - times[low]);
  if (share === 0) return v[low];
  return share === 1 ? v[high] : v[low] + share * (v[high] - v[low]);
}

/**
 * Returns the value at time t [s], and outside of the samples that of the nearest end.
 * @param {import('./decode.js').Samples} samples
 * @param {number} t
 */
export function heldAt(samples, t) {
  const { t: times } = samples;
  return valueAt(samples, Math.min(Math.max(t, times[0]), times[times.length - 1]));
}
