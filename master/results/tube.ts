/** Values over time, between which a tube is linear. */
export interface TubeColumn {
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** Rest of 64-bit integers that their doubles leave out. */
  readonly rests: Float64Array | undefined;
}

/**
 * Tube of a column around times that must not decrease. All distances together look at each row a
 * constant number of times.
 */
export class Tube {
  /** Rows in front of both edges: the last before t − width, and the last before t + width. */
  private readonly edges: [number, number] = [0, 0];
  private readonly window: Window;

  constructor(
    private readonly column: TubeColumn,
    private readonly width: number,
  ) {
    this.window = new Window(column);
  }

  /**
   * Returns the distance of a value and its rest from the column values within ± width of t, 0
   * inside.
   */
  distance(t: number, value: number, rest = 0): number {
    const { width, window } = this;
    const { values, rests } = this.column;
    window.move(t - width, t + width);
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    let [isNumber, isNone] = [false, window.hasNaN];
    const take = (x: number, itsRest: number): void => {
      if (Number.isNaN(x)) isNone = true;
      else {
        isNumber = true;
        const above = (x === value ? 0 : x - value) + (itsRest - rest);
        low = Math.min(low, above);
        high = Math.max(high, above);
      }
    };
    for (const k of [0, 1] as const) {
      const edge = k === 0 ? t - width : t + width;
      const i = this.before(edge, k);
      take(this.at(values, edge, i), rests ? this.at(rests, edge, i) : 0);
    }
    for (const i of [window.smallest, window.largest]) if (i !== undefined) take(values[i], rests?.[i] ?? 0);
    if (Number.isNaN(value)) return isNone ? 0 : Number.NaN;
    if (!isNumber) return Number.NaN;
    return low <= 0 && high >= 0 ? 0 : Math.max(low, -high);
  }

  /** Returns the last row before an edge, or 0. */
  private before(edge: number, k: 0 | 1): number {
    const { times } = this.column;
    const { edges } = this;
    while (edges[k] + 1 < times.length && times[edges[k] + 1] < edge) edges[k]++;
    return edges[k];
  }

  /**
   * Returns the column values, or their rests, at t: linear between points, and constant outside. i
   * is the last row before t.
   */
  private at(values: Float64Array, t: number, i: number): number {
    const { times } = this.column;
    const last = times.length - 1;
    if (t <= times[0]) return values[0];
    if (t >= times[last]) return values[last];
    const share = (t - times[i]) / (times[i + 1] - times[i]);
    if (!(share > 0)) return values[i];
    return share >= 1 ? values[i + 1] : values[i] + share * (values[i + 1] - values[i]);
  }
}

/**
 * Rows of a column in an interval that moves on. It keeps the rows that are the smallest or the
 * largest from themselves on, in order (monotonic queues).
 */
class Window {
  private readonly rising: RowQueue;
  private readonly falling: RowQueue;
  /** Next row to enter. */
  private next = 0;
  /** Last row that entered and is not a number. */
  private lastNaN = -1;
  private begin = Number.NEGATIVE_INFINITY;

  constructor(private readonly column: TubeColumn) {
    const { values, rests, times } = column;
    const difference = (i: number, j: number): number =>
      values[i] === values[j] ? (rests?.[i] ?? 0) - (rests?.[j] ?? 0) : values[i] - values[j];
    this.rising = new RowQueue(times.length, (i, j) => difference(i, j) <= 0);
    this.falling = new RowQueue(times.length, (i, j) => difference(i, j) >= 0);
  }

  /** Moves to the rows from `begin` to `end` [s], both included. */
  move(begin: number, end: number): void {
    const { times, values } = this.column;
    this.begin = begin;
    for (; this.next < times.length && times[this.next] <= end; this.next++) {
      const i = this.next;
      if (Number.isNaN(values[i])) this.lastNaN = i;
      else for (const queue of [this.rising, this.falling]) queue.push(i);
    }
    for (const queue of [this.rising, this.falling]) queue.dropWhile((i) => times[i] < begin);
  }

  get hasNaN(): boolean {
    return this.lastNaN >= 0 && this.column.times[this.lastNaN] >= this.begin;
  }

  get smallest(): number | undefined {
    return this.rising.first;
  }

  get largest(): number | undefined {
    return this.falling.first;
  }
}

/** Rows in order. A row that enters removes those before it that it beats. */
class RowQueue {
  private readonly rows: Int32Array;
  private head = 0;
  private tail = 0;

  constructor(
    length: number,
    private readonly beats: (row: number, other: number) => boolean,
  ) {
    this.rows = new Int32Array(length);
  }

  get first(): number | undefined {
    return this.head < this.tail ? this.rows[this.head] : undefined;
  }

  push(row: number): void {
    while (this.tail > this.head && this.beats(row, this.rows[this.tail - 1])) this.tail--;
    this.rows[this.tail++] = row;
  }

  dropWhile(isOld: (row: number) => boolean): void {
    while (this.head < this.tail && isOld(this.rows[this.head])) this.head++;
  }
}
