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
  const at = new Int32Array(runs.length);
  const most = times.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
  const rows = runs.map(() => new Int32Array(most));
  let count = 0;
  for (let latest = latestOf(times, at); latest !== undefined; latest = latestOf(times, at)) {
    if (advanceTo(latest - near, times, at)) continue;
    for (let k = 0; k < at.length; k++) {
      while (at[k] + 1 < times[k].length && times[k][at[k] + 1] <= latest + near) at[k]++;
      rows[k][count] = at[k]++;
    }
    count++;
  }
  const [first = noRows] = rows;
  return {
    times: first.length === 0 ? new Float64Array(0) : valuesAt(times[0], first.subarray(0, count)),
    rows: rows.map((list) => list.slice(0, count)),
  };
}

const noRows = new Int32Array(0);

/** Returns the latest of the present times of all runs. Undefined at the end of a run. */
function latestOf(times: readonly Float64Array[], at: Int32Array): number | undefined {
  let latest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < at.length; k++) {
    if (at[k] >= times[k].length) return undefined;
    latest = Math.max(latest, times[k][at[k]]);
  }
  return latest;
}

/** Advances the first run whose present time is before a bound. Returns true if there is one. */
function advanceTo(bound: number, times: readonly Float64Array[], at: Int32Array): boolean {
  for (let k = 0; k < at.length; k++)
    if (times[k][at[k]] < bound) {
      at[k]++;
      return true;
    }
  return false;
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
