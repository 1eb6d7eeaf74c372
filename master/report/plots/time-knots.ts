const most = 2000;

/**
 * Approximates the time column by a polygon over the rows: pairs (row, time [s]). Between them time
 * is linear in the row to within 2e-7 of the duration. A run with constant step needs two pairs. If
 * more than 2000 pairs are needed, the tolerance grows tenfold until they suffice.
 */
export function knots(time: Float64Array): [number, number][] {
  const duration = Math.abs(time[time.length - 1]! - time[0]!);
  let bound = 1e-7 * duration;
  let result = polygon(time, bound);
  while (result.length > most) {
    bound *= 10;
    result = polygon(time, bound);
  }
  return result;
}

/**
 * Adds a knot where time deviates by more than `bound` [s] from the line through the last knot and
 * the row after it.
 */
function polygon(time: Float64Array, bound: number): [number, number][] {
  const last = time.length - 1;
  if (last < 0) return [];
  const result: [number, number][] = [[0, time[0]!]];
  let from = 0;
  for (let row = 2; row <= last; row++) {
    const slope = time[from + 1]! - time[from]!;
    if (Math.abs(time[row]! - time[from]! - (row - from) * slope) <= bound) continue;
    from = row - 1;
    result.push([from, time[from]!]);
  }
  if (last > 0) result.push([last, time[last]!]);
  return result;
}
