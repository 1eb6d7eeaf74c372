/** Recorded columns of a run, the first of them its time [s]. */
export interface RecordedColumns {
  readonly names: readonly string[];
  readonly data: readonly Float64Array[];
}

/** Rows that three runs have in common, at increasing times. */
export interface CommonRows {
  readonly times: Float64Array;
  /** Row of each common point in each run. */
  readonly rows: readonly Int32Array[];
}

/** Largest difference of equal times, in steps. */
const sameInstant = 1e-6;

/**
 * Returns the rows at times that all runs have. If a time occurs several times, as at an event, its
 * last row counts.
 *
 * @param step smallest step of the runs [s]
 */
export function commonRows(runs: readonly RecordedColumns[], step: number): CommonRows {
  const near = sameInstant * step;
  const times = runs.map(({ data }) => data[0]);
  const at = times.map(() => 0);
  const found: number[][] = [];
  for (;;) {
    if (at.some((row, k) => row >= times[k].length)) break;
    const latest = Math.max(...at.map((row, k) => times[k][row]));
    const behind = at.findIndex((row, k) => times[k][row] < latest - near);
    if (behind >= 0) {
      at[behind]++;
      continue;
    }
    for (let k = 0; k < at.length; k++)
      while (at[k] + 1 < times[k].length && times[k][at[k] + 1] <= latest + near) at[k]++;
    found.push([...at]);
    for (let k = 0; k < at.length; k++) at[k]++;
  }
  return {
    times: Float64Array.from(found, ([row]) => times[0][row]),
    rows: runs.map((_, k) => Int32Array.from(found, (rows) => rows[k])),
  };
}

/**
 * Returns the band at each time, from bands at common points. Between two points the wider one
 * counts.
 */
export function bandOver(times: Float64Array, points: Float64Array, band: Float64Array): Float64Array {
  const last = points.length - 1;
  let k = 0;
  return times.map((t) => {
    while (k < last && points[k + 1] <= t) k++;
    return points[k] >= t || k === last ? band[k] : Math.max(band[k], band[k + 1]);
  });
}
