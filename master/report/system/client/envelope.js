/**
 * Prepares curves between two times for uPlot, over common times. A curve with few samples keeps
 * all of them. Otherwise each of `buckets` equal parts gives its minimum and maximum in their
 * order, so that spikes survive (MinMax aggregation: Jugel, Jerzak, Hackenbroich, Markl 2014).
 * Infinite values and NaN are gaps.
 * @param {{ samples: import('../../client/decode.js').Samples }[]} lines
 * @param {number} from [s]
 * @param {number} to [s]
 * @param {number} buckets
 * @returns {uPlot.AlignedData}
 */
export function curves(lines, from, to, buckets) {
  const parts = lines.map(({ samples }) => part(samples.t, from, to));
  const few = parts.every(([first, last]) => last - first <= 4 * buckets);
  if (!few) return envelopes(lines, from, to, buckets);
  const [first] = lines;
  const exact = (/** @type {number} */ k) => {
    const [begin, end] = parts[k];
    return Array.from(lines[k].samples.v.subarray(begin, end), finite);
  };
  const times = (/** @type {number} */ k) => lines[k].samples.t.subarray(...parts[k]);
  const shared = lines.every(({ samples }) => samples.t === first.samples.t);
  if (lines.length === 0) return [[]];
  if (shared && rising(times(0))) return /** @type {any} */ ([times(0), ...lines.map((_, k) => exact(k))]);
  return uPlot.join(lines.map((_, k) => /** @type {any} */ (withoutTwins(times(k), exact(k)))));
}

/** @param {ArrayLike<number>} t */
function rising(t) {
  for (let k = 1; k < t.length; k++) if (!(t[k] > t[k - 1])) return false;
  return true;
}

/**
 * Moves later values at one time (before and after an event) by a billionth, because the join of
 * uPlot keeps only one.
 * @param {Float64Array} t
 * @param {(number | null)[]} v
 */
function withoutTwins(t, v) {
  if (rising(t)) return [t, v];
  const moved = Float64Array.from(t);
  for (let k = 1; k < t.length; k++)
    if (!(moved[k] > moved[k - 1])) moved[k] = moved[k - 1] + Math.max(1e-15, 1e-12 * Math.abs(moved[k - 1]));
  return [moved, v];
}

/**
 * Returns the rows between two times, and one more on either side, so that curves reach the edges.
 * @param {Float64Array} t
 * @param {number} from
 * @param {number} to
 * @returns {[number, number]}
 */
function part(t, from, to) {
  const first = Math.max(0, rowAt(t, from) - 1);
  return [first, Math.min(t.length, rowAt(t, to) + 2)];
}

/**
 * Returns the first row whose time is not below `time`.
 * @param {Float64Array} t
 * @param {number} time
 */
export function rowAt(t, time) {
  let low = 0;
  let high = t.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (t[middle] < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * @param {{ samples: import('../../client/decode.js').Samples }[]} lines
 * @param {number} from
 * @param {number} to
 * @param {number} buckets
 * @returns {uPlot.AlignedData}
 */
function envelopes(lines, from, to, buckets) {
  const width = (to - from) / buckets;
  const times = Float64Array.from({ length: 2 * buckets }, (_, k) => from + ((k + 0.5) * width) / 2);
  return /** @type {any} */ ([times, ...lines.map(({ samples }) => envelope(samples, from, width, buckets))]);
}

/**
 * @param {import('../../client/decode.js').Samples} samples
 * @param {number} from
 * @param {number} width [s]
 * @param {number} buckets
 */
function envelope({ t, v }, from, width, buckets) {
  /** @type {(number | null | undefined)[]} */
  const out = new Array(2 * buckets);
  let row = rowAt(t, from);
  for (let b = 0; b < buckets; b++) {
    const end = b === buckets - 1 ? rowAt(t, from + buckets * width) + 1 : rowAt(t, from + (b + 1) * width);
    let low = -1;
    let high = -1;
    let gap = false;
    for (; row < end && row < t.length; row++) {
      const value = v[row];
      if (!Number.isFinite(value)) {
        gap = true;
        continue;
      }
      if (low < 0 || value < v[low]) low = row;
      if (high < 0 || value > v[high]) high = row;
    }
    if (low < 0) {
      out[2 * b] = gap ? null : undefined;
      continue;
    }
    out[2 * b] = v[Math.min(low, high)];
    out[2 * b + 1] = gap ? null : v[Math.max(low, high)];
  }
  return out;
}

/** @param {number} value */
function finite(value) {
  return Number.isFinite(value) ? value : null;
}
