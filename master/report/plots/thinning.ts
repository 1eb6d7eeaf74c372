/**
 * Selects the rows of a column that `decimate` selects, while the rows are read one by one. Keeps
 * for each the value, the time and a value of another column.
 */
export class Thinning {
  private readonly rows: Uint32Array;
  private readonly values: Float64Array;
  private readonly times: Float64Array;
  private readonly others: Float64Array | undefined;
  private length = 0;
  private row = 0;
  private readonly buckets: number;
  private bucket = -1;
  /** First row behind the bucket. */
  private behind = 1;
  /** Rows of the minimum, the maximum and the first gap of the bucket, or −1. */
  private readonly at = [-1, -1, -1];
  /** Value, time and other value of each of these rows, one after the other. */
  private readonly found: Float64Array;

  /**
   * @param count rows of the column
   * @param limit as for `decimate`
   * @param withOthers true to keep values of another column
   */
  constructor(
    private readonly count: number,
    limit: number,
    withOthers = false,
  ) {
    this.buckets = count <= limit ? 0 : Math.floor((limit - 2) / 2);
    const most = count <= limit ? count : 3 * this.buckets + 2;
    this.rows = new Uint32Array(most);
    this.values = new Float64Array(most);
    this.times = new Float64Array(most);
    this.others = withOthers ? new Float64Array(most) : undefined;
    this.found = this.buckets === 0 ? this.values : new Float64Array(9);
  }

  /** Takes the next rows. */
  take(count: number, values: Float64Array, times: Float64Array, others: Float64Array = values): void {
    for (let n = 0; n < count; n++, this.row++) {
      const [value, time, other] = [values[n], times[n], others[n]];
      if (this.buckets === 0 || this.row === 0) this.pick(this.row, value, time, other);
      else if (this.row === this.count - 1) {
        this.flush();
        this.pick(this.row, value, time, other);
      } else this.look(value, time, other);
    }
  }

  /** Returns the selected rows with their values, times and other values. */
  result(): { rows: Uint32Array; values: Float64Array; times: Float64Array; others: Float64Array } {
    const { rows, values, times, others = values, length } = this;
    const part = (column: Float64Array): Float64Array =>
      length === column.length ? column : column.subarray(0, length);
    return {
      rows: rows.subarray(0, length),
      values: part(values),
      times: part(times),
      others: part(others),
    };
  }

  private look(value: number, time: number, other: number): void {
    if (this.row >= this.behind) {
      this.flush();
      this.bucket++;
      this.behind = 1 + Math.floor(((this.bucket + 1) * (this.count - 2)) / this.buckets);
    }
    const { at, found } = this;
    if (!Number.isFinite(value)) {
      if (at[2] < 0) this.keep(2, value, time, other);
      return;
    }
    if (at[0] < 0 || value < found[0]) this.keep(0, value, time, other);
    if (at[1] < 0 || value > found[3]) this.keep(1, value, time, other);
  }

  private keep(which: number, value: number, time: number, other: number): void {
    this.at[which] = this.row;
    const { found } = this;
    found[3 * which] = value;
    found[3 * which + 1] = time;
    found[3 * which + 2] = other;
  }

  /** Selects the rows of the bucket in their order, each once. */
  private flush(): void {
    const { at, found } = this;
    for (;;) {
      let next = -1;
      for (let which = 0; which < 3; which++)
        if (at[which] >= 0 && (next < 0 || at[which] < at[next])) next = which;
      if (next < 0) return;
      const row = at[next];
      this.pick(row, found[3 * next], found[3 * next + 1], found[3 * next + 2]);
      for (let which = 0; which < 3; which++) if (at[which] === row) at[which] = -1;
    }
  }

  private pick(row: number, value: number, time: number, other: number): void {
    const k = this.length++;
    this.rows[k] = row;
    this.values[k] = value;
    this.times[k] = time;
    if (this.others !== undefined) this.others[k] = other;
  }
}
