/** Numbers that are kept: 32 MB. */
const mostNumbers = 1 << 22;

/** How long one waits for the other who is at the rows, which are copied in far less; who has them may have ended in the midst of it [ms]. */
const patience = 1000;

/** Places in the head: whether somebody is at the rows; how many are kept; every how many; whether the last one is none of them. */
const [busy, keptRows, everyRows, apart] = [0, 1, 2, 3];
const headBytes = 16;

/** Rows in shared memory, as one thread tells another of them. */
export interface ThinnedRowsMemory {
  readonly width: number;
  readonly most: number;
  readonly bytes: SharedArrayBuffer;
}

/**
 * Rows of a run of any length in memory that is bounded, and shared: one thread adds them, another reads them meanwhile. Where there is no
 * more room, every second one of those that are kept goes, and from then on every second one of those that were kept comes. The first row
 * stays, and the last one is always there.
 */
export class ThinnedRows {
  readonly memory: ThinnedRowsMemory;
  private readonly head: Int32Array;
  private readonly numbers: Float64Array;
  private readonly latest: Float64Array;
  private seen = 0;

  /** Those of another thread. */
  static of(memory: ThinnedRowsMemory): ThinnedRows {
    return new ThinnedRows(memory.width, memory.most, memory.bytes);
  }

  /** Rows of `width` numbers; `most` are kept, an even number of them. */
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

  /** Every how many rows one is kept: a power of 2. */
  get every(): number {
    return this.head[everyRows];
  }

  /** How many are kept; the last one of the run beside them, where it is none of those. */
  get kept(): number {
    return this.head[keptRows];
  }

  /** Number of rows that there are. */
  get length(): number {
    return this.kept + this.head[apart];
  }

  /** Takes the numbers that `fill` writes. */
  add(fill: (row: Float64Array) => void): void {
    const { head, latest, numbers, width } = this;
    this.take();
    try {
      fill(latest);
      if (this.kept === this.most && this.seen % this.every === 0) this.thin();
      head[apart] = this.seen++ % this.every === 0 ? 0 : 1;
      if (head[apart] === 0) numbers.set(latest, head[keptRows]++ * width);
    } finally {
      this.leave();
    }
  }

  /**
   * What there is of one moment: every `every`-th row of those that there were is kept, `kept` of them. `rows` are those from `from` on if
   * still every `every`-th is, and else all, and behind them the last one, where it is none of those.
   */
  since(from: number, every: number): { every: number; kept: number; from: number; rows: Float64Array } {
    this.take();
    try {
      const { kept } = this;
      const begin = every === this.every ? Math.min(kept, from) : 0;
      return { every: this.every, kept, from: begin, rows: this.from(begin) };
    } finally {
      this.leave();
    }
  }

  /** Rows that are kept from this one on, and the last one, one after the other. */
  private from(row: number): Float64Array {
    const { numbers, latest, width, kept, head } = this;
    const kepts = numbers.subarray(row * width, kept * width);
    const all = new Float64Array(kepts.length + head[apart] * width);
    all.set(kepts);
    if (head[apart] === 1) all.set(latest, kepts.length);
    return all;
  }

  private thin(): void {
    const { numbers, width, head } = this;
    head[keptRows] /= 2;
    head[everyRows] *= 2;
    for (let row = 1; row < this.kept; row++)
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
