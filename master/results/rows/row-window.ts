import type { ResultRows } from './result-rows.ts';
import type { RowBlock } from './row-block.ts';

const none = new Float64Array(0);

/**
 * Rows of results that move on over a file: those from `first` up to `count`. They lie in arrays
 * that are used in a circle, row i at index i & `mask`. The arrays grow to the rows that are needed
 * together.
 */
export class RowWindow {
  times: Float64Array = new Float64Array(0);
  readonly columns: Float64Array[];
  readonly rests: (Float64Array | undefined)[];
  mask = 0;
  /** Rows that were read. */
  count = 0;
  /** First row that may be needed. */
  first = 0;
  /** Place of the next row to compare. */
  next = 0;
  hasEnded = false;
  private readonly blocks: Iterator<RowBlock>;

  constructor(rows: ResultRows) {
    this.columns = rows.names.map(() => none);
    this.rests = rows.facts.isExact.map((isExact) => (isExact ? none : undefined));
    this.blocks = rows.blocks()[Symbol.iterator]();
  }

  /** Last time that was read [s]. */
  get lastTime(): number {
    return this.count === 0 ? Number.NEGATIVE_INFINITY : this.times[(this.count - 1) & this.mask];
  }

  /** Reads the next block. */
  load(): void {
    const { value: block, done } = this.blocks.next();
    if (done === true || block === undefined) {
      this.hasEnded = true;
      return;
    }
    this.makeRoom(block.count);
    this.add(this.times, block.times, block.count);
    for (let k = 0; k < this.columns.length; k++) {
      this.add(this.columns[k], block.columns[k], block.count);
      const rests = this.rests[k];
      if (rests !== undefined) this.add(rests, block.rests[k], block.count);
    }
    this.count += block.count;
  }

  /** Closes the file. */
  close(): void {
    this.blocks.return?.();
  }

  private add(ring: Float64Array, values: Float64Array | undefined, count: number): void {
    for (let n = 0; n < count; n++) ring[(this.count + n) & this.mask] = values === undefined ? 0 : values[n];
  }

  /** Makes room for more rows. */
  private makeRoom(more: number): void {
    const needed = this.count - this.first + more;
    if (needed <= this.times.length) return;
    let length = Math.max(1, this.times.length);
    while (length < needed) length *= 2;
    const grown = (ring: Float64Array): Float64Array<ArrayBuffer> => {
      const larger = new Float64Array(length);
      for (let i = this.first; i < this.count; i++) larger[i & (length - 1)] = ring[i & this.mask];
      return larger;
    };
    this.times = grown(this.times);
    for (let k = 0; k < this.columns.length; k++) {
      this.columns[k] = grown(this.columns[k]);
      const rests = this.rests[k];
      if (rests !== undefined) this.rests[k] = grown(rests);
    }
    this.mask = length - 1;
  }
}

/** Column of a window, which moves with it. */
export class WindowColumn {
  constructor(
    private readonly window: RowWindow,
    private readonly column: number,
  ) {}

  get times(): Float64Array {
    return this.window.times;
  }

  get values(): Float64Array {
    return this.window.columns[this.column];
  }

  get rests(): Float64Array | undefined {
    return this.window.rests[this.column];
  }

  get mask(): number {
    return this.window.mask;
  }

  get count(): number {
    return this.window.count;
  }
}
