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
  const most = times.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
  const rows = runs.map(() => new Int32Array(most));
  const common = new Float64Array(most);
  const at = new Int32Array(runs.length);
  let count = 0;
  for (let bound = firstBound; advanceTo(bound, times, at); ) {
    const latest = latestOf(times, at);
    bound = latest - near;
    if (!isAt(bound, times, at)) continue;
    for (let k = 0; k < at.length; k++) {
      const own = times[k];
      let row = at[k];
      while (row + 1 < own.length && own[row + 1] <= latest + near) row++;
      rows[k][count] = row;
      at[k] = row + 1;
    }
    common[count] = times[0][rows[0][count]];
    count++;
  }
  return { times: common.slice(0, count), rows: rows.map((list) => list.slice(0, count)) };
}

const firstBound = Number.NEGATIVE_INFINITY;

/** Advances each run to its first time from a bound on. Returns false at the end of a run. */
function advanceTo(bound: number, times: readonly Float64Array[], at: Int32Array): boolean {
  for (let k = 0; k < at.length; k++) {
    const own = times[k];
    let row = at[k];
    while (row < own.length && own[row] < bound) row++;
    at[k] = row;
    if (row >= own.length) return false;
  }
  return true;
}

/** Returns the latest of the present times of all runs. */
function latestOf(times: readonly Float64Array[], at: Int32Array): number {
  let latest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < at.length; k++) if (times[k][at[k]] > latest) latest = times[k][at[k]];
  return latest;
}

/** Reports whether no present time is before a bound. */
function isAt(bound: number, times: readonly Float64Array[], at: Int32Array): boolean {
  for (let k = 0; k < at.length; k++) if (times[k][at[k]] < bound) return false;
  return true;
}

/** Returns the values of a column at some rows. */
export function valuesAt(column: Float64Array, rows: Int32Array): Float64Array {
  const values = new Float64Array(rows.length);
  for (let k = 0; k < rows.length; k++) values[k] = column[rows[k]];
  return values;
}

/** Places of rows between common points: the last point at or before each row, and the next one. */
export interface RowPlaces {
  readonly before: Int32Array;
  readonly after: Int32Array;
}

/**
 * Returns the places of times between common points. A time at a point, or behind the last one, has this
 * point on both sides.
 */
export function placesOf(times: Float64Array, points: Float64Array): RowPlaces {
  const last = points.length - 1;
  const [before, after] = [new Int32Array(times.length), new Int32Array(times.length)];
  let k = 0;
  for (let n = 0; n < times.length; n++) {
    while (k < last && points[k + 1] <= times[n]) k++;
    before[n] = k;
    after[n] = points[k] >= times[n] || k === last ? k : k + 1;
  }
  return { before, after };
}

/** Returns the band at each row, from bands at common points. Between two points the wider one counts. */
export function bandOver({ before, after }: RowPlaces, band: Float64Array): Float64Array {
  const rows = new Float64Array(before.length);
  for (let n = 0; n < rows.length; n++) {
    const one = band[before[n]];
    const other = band[after[n]];
    rows[n] = one > other ? one : other;
  }
  return rows;
}
