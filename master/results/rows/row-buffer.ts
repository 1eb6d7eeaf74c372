import type { RowBlock } from './row-block.ts';

const none = new Float64Array(0);
/** First size. Results with very many columns have few rows in a block. */
const leastRows = 16;

/** Rows of numbers that a reader fills again and again. It grows to the largest block. */
export class RowBuffer implements RowBlock {
  count = 0;
  times: Float64Array = new Float64Array(0);
  readonly columns: Float64Array[];
  readonly rests: (Float64Array | undefined)[];
  readonly wholes: Uint8Array;

  constructor(columns: number) {
    this.columns = Array.from({ length: columns }, () => none);
    this.rests = Array.from({ length: columns }, () => undefined);
    this.wholes = new Uint8Array(columns).fill(1);
  }

  clear(): void {
    this.count = 0;
    this.rests.fill(undefined);
  }

  /** Makes room for one more row. */
  grow(): void {
    const length = Math.max(leastRows, 2 * this.times.length);
    const grown = (column: Float64Array): Float64Array<ArrayBuffer> => {
      const longer = new Float64Array(length);
      longer.set(column);
      return longer;
    };
    this.times = grown(this.times);
    for (let k = 0; k < this.columns.length; k++) {
      this.columns[k] = grown(this.columns[k]);
      const rests = this.rests[k];
      if (rests !== undefined) this.rests[k] = grown(rests);
    }
  }

  /** Notes what the double of a whole number in the next row leaves out. */
  setRest(column: number, text: string, value: number): void {
    const rest = Number(BigInt(text.replace(/^\+/, '')) - BigInt(value));
    this.rests[column] ??= new Float64Array(this.times.length);
    (this.rests[column] as Float64Array)[this.count] = rest;
  }
}
