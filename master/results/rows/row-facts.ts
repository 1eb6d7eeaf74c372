import type { RowBlock } from './row-block.ts';

/** Facts of results that only a look at all rows gives. */
export interface RowFacts {
  readonly count: number;
  /** First and last time [s]. */
  readonly begin: number;
  readonly end: number;
  /** Largest finite magnitude of each column. */
  readonly sizes: Float64Array;
  /** True for columns without a negative value or NaN, as an error band has them. */
  readonly isBand: readonly boolean[];
  /** True for columns of 64-bit integers with rests. */
  readonly isExact: readonly boolean[];
}

/** Collects the facts of results block by block. */
export class FactCollector {
  private count = 0;
  private begin = Number.NaN;
  private end = Number.NaN;
  private readonly sizes: Float64Array;
  private readonly bands: Uint8Array;
  private readonly wholes: Uint8Array;
  private readonly rests: Uint8Array;

  constructor(columns: number) {
    this.sizes = new Float64Array(columns);
    this.bands = new Uint8Array(columns).fill(1);
    this.wholes = new Uint8Array(columns).fill(1);
    this.rests = new Uint8Array(columns);
  }

  take({ count, times, columns, rests, wholes }: RowBlock): void {
    if (count === 0) return;
    if (this.count === 0) this.begin = times[0];
    this.end = times[count - 1];
    this.count += count;
    for (let k = 0; k < columns.length; k++) {
      const column = columns[k];
      let size = this.sizes[k];
      let isBand = this.bands[k];
      for (let n = 0; n < count; n++) {
        const x = column[n];
        if (!(x >= 0)) isBand = 0;
        const magnitude = Math.abs(x);
        if (magnitude > size && magnitude < Number.POSITIVE_INFINITY) size = magnitude;
      }
      this.sizes[k] = size;
      this.bands[k] = isBand;
      if (wholes?.[k] === 0) this.wholes[k] = 0;
      if (rests[k]?.subarray(0, count).some((rest) => rest !== 0)) this.rests[k] = 1;
    }
  }

  facts(): RowFacts {
    const { count, begin, end, sizes, bands, wholes, rests } = this;
    return {
      ...{ count, begin, end, sizes },
      isBand: Array.from(bands, (band) => band === 1),
      isExact: Array.from(rests, (rest, k) => rest === 1 && wholes[k] === 1 && sizes[k] <= 2 ** 64),
    };
  }
}
