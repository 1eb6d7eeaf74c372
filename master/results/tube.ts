/**
 * Values over time, between which a tube is linear. A column of a `RowWindow` changes as it moves:
 * row i is at index i & `mask`.
 */
export interface TubeColumn {
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** Rest of 64-bit integers that their doubles leave out. */
  readonly rests: Float64Array | undefined;
  /** Default: all ones, so that row i is at index i. */
  readonly mask?: number;
  /** Number of rows up to the last one that is known. Default: all. */
  readonly count?: number;
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

  /** Moves to time t, and returns the first row that distances from there on need. */
  move(t: number): number {
    const { width, edges } = this;
    this.window.move(t - width, t + width);
    edges[0] = this.before(t - width, edges[0]);
    edges[1] = this.before(t + width, edges[1]);
    return edges[0];
  }

  /**
   * Returns the distance of a value and its rest from the column values within ± width of t, 0
   * inside.
   */
  distance(t: number, value: number, rest = 0): number {
    const { width, window, edges, column } = this;
    const { values, rests, mask = -1 } = column;
    this.move(t);
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    let isNumber = false;
    let isNone = window.hasNaN;
    // Both edges, and the rows with the smallest and the largest value.
    for (let k = 0; k < 4; k++) {
      const edge = k === 0 ? t - width : t + width;
      const i = k < 2 ? edges[k] : k === 2 ? window.smallest : window.largest;
      if (i < 0) continue;
      const x = k < 2 ? this.at(values, edge, i) : values[i & mask];
      if (Number.isNaN(x)) {
        isNone = true;
        continue;
      }
      const itsRest = rests === undefined ? 0 : k < 2 ? this.at(rests, edge, i) : rests[i & mask];
      isNumber = true;
      const above = (x === value ? 0 : x - value) + (itsRest - rest);
      low = Math.min(low, above);
      high = Math.max(high, above);
    }
    if (Number.isNaN(value)) return isNone ? 0 : Number.NaN;
    if (!isNumber) return Number.NaN;
    return low <= 0 && high >= 0 ? 0 : Math.max(low, -high);
  }

  /** Returns the last row before an edge, or 0. The search begins at row i. */
  private before(edge: number, i: number): number {
    const { times, mask = -1, count = times.length } = this.column;
    while (i + 1 < count && times[(i + 1) & mask] < edge) i++;
    return i;
  }

  /**
   * Returns the column values, or their rests, at t: linear between points, and constant outside. i
   * is the last row before t, or 0.
   */
  private at(values: Float64Array, t: number, i: number): number {
    const { times, mask = -1, count = times.length } = this.column;
    const [here, next] = [i & mask, (i + 1) & mask];
    if (i === 0 && t <= times[here]) return values[here];
    const last = (count - 1) & mask;
    if (t >= times[last]) return values[last];
    const share = (t - times[here]) / (times[next] - times[here]);
    if (!(share > 0)) return values[here];
    return share >= 1 ? values[next] : values[here] + share * (values[next] - values[here]);
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
  /** Time of the last row that entered and is not a number [s]. */
  private lastNaN = Number.NaN;
  private begin = Number.NEGATIVE_INFINITY;

  constructor(private readonly column: TubeColumn) {
    this.rising = new RowQueue(column, 1);
    this.falling = new RowQueue(column, -1);
  }

  /** Moves to the rows from `begin` to `end` [s], both included. */
  move(begin: number, end: number): void {
    const { rising, falling } = this;
    const { times, values, mask = -1, count = times.length } = this.column;
    this.begin = begin;
    for (; this.next < count && times[this.next & mask] <= end; this.next++) {
      const i = this.next;
      if (Number.isNaN(values[i & mask])) this.lastNaN = times[i & mask];
      else {
        rising.push(i);
        falling.push(i);
      }
    }
    rising.dropBefore(begin);
    falling.dropBefore(begin);
  }

  get hasNaN(): boolean {
    return this.lastNaN >= this.begin;
  }

  /** Row of the smallest value, or −1. */
  get smallest(): number {
    return this.rising.first;
  }

  /** Row of the largest value, or −1. */
  get largest(): number {
    return this.falling.first;
  }
}

/** Rows that a queue has dropped before it moves the others to its front. */
const mostDropped = 1024;

/** Rows in order. A row that enters removes those before it that it beats. */
class RowQueue {
  private readonly rows: number[] = [];
  private head = 0;
  private tail = 0;

  /** @param sign 1 if a smaller value beats, −1 if a larger one does */
  constructor(
    private readonly column: TubeColumn,
    private readonly sign: 1 | -1,
  ) {}

  get first(): number {
    return this.head < this.tail ? this.rows[this.head] : -1;
  }

  push(row: number): void {
    while (this.tail > this.head && this.beats(row, this.rows[this.tail - 1])) this.tail--;
    if (this.head > mostDropped && 2 * this.head > this.tail) this.compact();
    this.rows[this.tail++] = row;
  }

  dropBefore(begin: number): void {
    const { times, mask = -1 } = this.column;
    while (this.head < this.tail && times[this.rows[this.head] & mask] < begin) this.head++;
  }

  private beats(i: number, j: number): boolean {
    const { values, rests, mask = -1 } = this.column;
    const [x, y] = [values[i & mask], values[j & mask]];
    const difference = x === y ? (rests === undefined ? 0 : rests[i & mask] - rests[j & mask]) : x - y;
    return this.sign * difference <= 0;
  }

  /** Moves the rows to the front. */
  private compact(): void {
    this.rows.copyWithin(0, this.head, this.tail);
    this.tail -= this.head;
    this.head = 0;
    this.rows.length = this.tail;
  }
}
