/** Numbers that are kept: 32 MB. */
const mostNumbers = 1 << 22;

/**
 * Rows of a run of any length in memory that is bounded: where there is no more room, every second one of those that are kept goes,
 * and from then on every second one of those that were kept comes. The first row stays, and the last one is always there.
 */
export class ThinnedRows {
  /** Every how many rows one is kept: a power of 2. */
  every = 1;
  /** How many are kept; the last one of the run beside them, where it is none of those. */
  kept = 0;
  private seen = 0;
  private readonly numbers: Float64Array;
  private readonly latest: Float64Array;

  /** Rows of `width` numbers; `most` are kept, an even number of them. */
  constructor(
    private readonly width: number,
    private readonly most: number = 2 * Math.max(1000, Math.ceil(mostNumbers / width / 2)),
  ) {
    this.numbers = new Float64Array(most * width);
    this.latest = new Float64Array(width);
  }

  /** Number of rows that there are. */
  get length(): number {
    return this.kept + (this.between ? 1 : 0);
  }

  /** Takes the numbers that `fill` writes. */
  add(fill: (row: Float64Array) => void): void {
    const { latest, numbers, width } = this;
    fill(latest);
    this.seen++;
    if (this.kept === this.most && !this.between) this.thin();
    if (this.between) return;
    numbers.set(latest, this.kept * width);
    this.kept++;
  }

  /** Rows that are kept from this one on, and the last one, one after the other. */
  from(row: number): Float64Array {
    const { numbers, latest, width, kept } = this;
    const head = numbers.subarray(Math.min(row, kept) * width, kept * width);
    if (!this.between || row > kept) return head.slice();
    const all = new Float64Array(head.length + width);
    all.set(head);
    all.set(latest, head.length);
    return all;
  }

  /** Whether the last row is none of those that are kept. */
  private get between(): boolean {
    return this.seen > 0 && (this.seen - 1) % this.every !== 0;
  }

  private thin(): void {
    const { numbers, width } = this;
    this.kept /= 2;
    this.every *= 2;
    for (let row = 1; row < this.kept; row++)
      numbers.copyWithin(row * width, 2 * row * width, (2 * row + 1) * width);
  }
}
