import type { RowCounter } from '../../../fmu-sdk/util/files/row-count.ts';
import type { StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type ColumnLocations, gather, placesOf } from '../column-layout.ts';
import type { Column } from '../observer.ts';
import { largestLoaded, npyHeader } from './npy-header.ts';
import {
  type HeldRows,
  type Hold,
  type OpenSink,
  type Sink,
  unsharedHold,
  type Write,
} from './result-format.ts';

/**
 * NumPy format (NumPy Reference, `numpy.lib.format`): one array of records with a field for `time`
 * and one for each column, 8 bytes each, little-endian. Read it with
 * `numpy.load('run.npy')['tank.level']`.
 */
export const npy: Sink = {
  name: 'npy',
  extensions: ['.npy'],
  open: (columns, write, hold) => new Npy(columns, write, hold),
};

/**
 * Bytes that are collected before they go to the file. Raw numbers take so little time that system
 * calls matter.
 */
const blockBytes = 262144;

class Npy implements OpenSink {
  readonly count: RowCounter;
  private readonly columns: readonly Column[];
  private readonly write: Write;
  private readonly heldRows: HeldRows;
  private readonly places: ColumnLocations;
  /** Memory of the rows as numbers. Rows begin at multiples of eight bytes. */
  private readonly reals: Float64Array;
  private readonly signed: BigInt64Array;
  private readonly unsigned: BigUint64Array;
  /** Count of numbers in the memory. */
  private used: number;
  /** Number of header bytes in the memory. */
  private header: number;

  constructor(columns: readonly Column[], write: Write, hold: Hold = unsharedHold) {
    this.columns = columns;
    this.write = write;
    this.places = placesOf(columns);
    const { bytes, count } = npyHeader(columns);
    if (bytes.length > largestLoaded)
      throw new UserError(
        `record ${columns.length} columns as .npy: their names need a header of ${bytes.length} bytes, and numpy.load reads at most ${largestLoaded} bytes. Write .parquet or .mat, or record fewer columns.`,
      );
    this.count = count;
    this.heldRows = hold(bytes.length + blockBytes + count.each);
    const { buffer, byteOffset, byteLength } = this.heldRows.memory;
    this.reals = new Float64Array(buffer, byteOffset, byteLength >> 3);
    this.signed = new BigInt64Array(buffer, byteOffset, byteLength >> 3);
    this.unsigned = new BigUint64Array(buffer, byteOffset, byteLength >> 3);
    this.heldRows.memory.set(bytes);
    this.header = bytes.length;
    this.used = bytes.length / 8;
  }

  row(t: number): void {
    const { reals, used } = this;
    const { groups, others } = this.places;
    reals[used] = t;
    const first = used + 1;
    gather(groups, reals, first);
    for (let i = 0; i < others.length; i++) this.put(first + others[i], this.columns[others[i]]);
    this.used = first + this.columns.length;
    const end = 8 * this.used;
    this.heldRows.keep(end);
    if (end > blockBytes) this.flush();
  }

  private put(at: number, column: Column): void {
    const value = column.read();
    if (typeof value === 'number' && column.whole === undefined) this.reals[at] = value;
    else if (typeof value === 'bigint' && column.whole === 'Int64') this.signed[at] = value;
    else if (typeof value === 'bigint' && column.whole === 'UInt64') this.unsigned[at] = value;
    else this.refuse(column, value);
  }

  private refuse({ name, whole }: Column, value: number | bigint): never {
    throw new UserError(
      `record ${name}: expected ${whole ?? 'Float64'} in its column, got the ${typeof value} ${value}. In the observer that adds it, set \`whole: 'Int64'\` or \`whole: 'UInt64'\` for 64-bit integers, and leave \`whole\` out for numbers.`,
    );
  }

  flush(): void {
    const { used } = this;
    this.used = 0;
    if (used > 0) this.write(this.heldRows.memory.subarray(0, 8 * used), this.whole);
    this.header = 0;
  }

  close(): void {
    this.flush();
  }

  private readonly whole = (written: number): number => {
    const { header, count } = this;
    const rows = Math.floor((written - header) / count.each);
    return rows > 0 ? header + rows * count.each : 0;
  };

  visitState(state: StateVisitor): void {
    this.used = state.count('used', this.used, 0);
    this.header = state.count('header', this.header, 0);
  }
}
