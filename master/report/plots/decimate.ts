/**
 * Selects rows that draw the same curve with fewer points. It divides the rows between the ends
 * into equal buckets and keeps the minimum and maximum of each, so that spikes survive.
 * This is MinMax aggregation (Jugel, Jerzak, Hackenbroich, Markl 2014, "M4", Sect. 4). Both ends stay. A bucket
 * with an infinite value or NaN also keeps the first such row, so that gaps survive.
 *
 * Returns increasing row numbers: all of them if there are at most `limit` (≥ 4), else at most
 * `limit`, and one more for each bucket with a gap.
 */
export function decimate(data: Float64Array, limit: number): Uint32Array {
  const n = data.length;
  if (n <= limit) return Uint32Array.from({ length: n }, (_, row) => row);
  const buckets = Math.floor((limit - 2) / 2);
  const rows: number[] = [0];
  for (let b = 0; b < buckets; b++) {
    const from = 1 + Math.floor((b * (n - 2)) / buckets);
    const to = 1 + Math.floor(((b + 1) * (n - 2)) / buckets);
    for (const row of extremes(data, from, to)) rows.push(row);
  }
  rows.push(n - 1);
  return Uint32Array.from(rows);
}

/**
 * Returns the rows in [from, to) of the minimum, the maximum and the first infinite value or NaN:
 * increasing, each once.
 */
function extremes(data: Float64Array, from: number, to: number): number[] {
  let low = -1;
  let high = -1;
  let gap = -1;
  for (let row = from; row < to; row++) {
    const value = data[row]!;
    if (!Number.isFinite(value)) {
      if (gap < 0) gap = row;
      continue;
    }
    if (low < 0 || value < data[low]!) low = row;
    if (high < 0 || value > data[high]!) high = row;
  }
  return [...new Set([low, high, gap])].filter((row) => row >= 0).sort((a, b) => a - b);
}
