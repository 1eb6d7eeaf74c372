/** Limit of stored numbers: 32 MB. */
const mostNumbers = 1 << 22;

/**
 * Longest wait for the other thread to release the rows [ms]. Copying takes far less time, but the
 * other thread may have ended meanwhile.
 */
const patience = 1000;

/**
 * Fields of the header: lock, number of stored rows, row interval, and 1 if the last row is stored
 * apart.
 */
const [busy, keptRows, everyRows, lastRowApart] = [0, 1, 2, 3];
const headBytes = 16;

/** Rows in shared memory, in a form that can be sent to another thread. */
export interface ThinnedRowsMemory {
  readonly width: number;
  readonly most: number;
  readonly bytes: SharedArrayBuffer;
}

/**
 * Rows of a run of any length in bounded shared memory. One thread adds rows while another reads
 * them. When the memory is full, every second stored row is removed and the row interval doubles.
 * The first and the last row are always stored.
 */
export class ThinnedRows {
  readonly memory: ThinnedRowsMemory;
  private readonly head: Int32Array;
  private readonly numbers: Float64Array;
  private readonly latest: Float64Array;
  private addedRows = 0;

  /** Returns the rows in the memory of another thread. */
  static of(memory: ThinnedRowsMemory): ThinnedRows {
    return new ThinnedRows(memory.width, memory.most, memory.bytes);
  }

  /** Creates rows of `width` numbers. At most `most` rows are stored, an even number. */
  constructor(
    private readonly width: number,
    private readonly most: number = 2 * Math.max(1000, Math.ceil(mostNumbers / width / 2)),
    bytes: SharedArrayBuffer = new SharedArrayBuffer(headBytes + 8 * (most + 1) * width),
  ) {
    this.memory = { width, most, bytes };
    this.head = new Int32Array(bytes, 0, headBytes / 4);
    this.numbers = new Float64Array(bytes, headBytes, most * width);
    this.latest = new Float64Array(bytes, headBytes + 8 * most * width, width);
    if (this.every === 0) this.head[everyRows] = 1;
  }

  /** Row interval: one of `every` rows is stored, a power of 2. */
  get every(): number {
    return this.head[everyRows];
  }

  /** Number of stored rows, without a last row between them. */
  get storedRows(): number {
    return this.head[keptRows];
  }

  /** Number of available rows. */
  get length(): number {
    return this.storedRows + this.head[lastRowApart];
  }

  /** Adds a row with the numbers that `fill` writes. */
  add(fill: (row: Float64Array) => void): void {
    const { head, latest, numbers, width } = this;
    this.take();
    try {
      fill(latest);
      if (this.storedRows === this.most && this.addedRows % this.every === 0) this.thin();
      head[lastRowApart] = this.addedRows++ % this.every === 0 ? 0 : 1;
      if (head[lastRowApart] === 0) numbers.set(latest, head[keptRows]++ * width);
    } finally {
      this.leave();
    }
  }

  /**
   * Returns a consistent view: the row interval `every`, the number `kept` of stored rows, and new
   * rows. `rows` start at `from` if the interval is unchanged, otherwise at the first row. The last
   * row of the run follows if it is not stored.
   */
  since(
    from: number,
    every: number,
  ): { every: number; storedRows: number; from: number; rows: Float64Array } {
    this.take();
    try {
      const { storedRows } = this;
      const begin = every === this.every ? Math.min(storedRows, from) : 0;
      return { every: this.every, storedRows, from: begin, rows: this.from(begin) };
    } finally {
      this.leave();
    }
  }

  /** Returns the stored rows from `row` on, followed by the last row. */
  private from(row: number): Float64Array {
    const { numbers, latest, width, storedRows, head } = this;
    const kepts = numbers.subarray(row * width, storedRows * width);
    const all = new Float64Array(kepts.length + head[lastRowApart] * width);
    all.set(kepts);
    if (head[lastRowApart] === 1) all.set(latest, kepts.length);
    return all;
  }

  private thin(): void {
    const { numbers, width, head } = this;
    head[keptRows] /= 2;
    head[everyRows] *= 2;
    for (let row = 1; row < this.storedRows; row++)
      numbers.copyWithin(row * width, 2 * row * width, (2 * row + 1) * width);
  }

  private take(): void {
    const { head } = this;
    while (Atomics.compareExchange(head, busy, 0, 1) !== 0)
      if (Atomics.wait(head, busy, 1, patience) === 'timed-out') return;
  }

  private leave(): void {
    Atomics.store(this.head, busy, 0);
    Atomics.notify(this.head, busy);
  }
}
