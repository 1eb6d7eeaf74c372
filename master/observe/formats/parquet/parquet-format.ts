import type { StateVisitor } from '../../../../fmu-sdk/util/state/stateful.ts';
import { messageOf, UserError } from '../../../../fmu-sdk/util/user-error.ts';
import { type ColumnLocations, gather, placesOf } from '../../column-layout.ts';
import { distinct } from '../../column-names.ts';
import type { Column } from '../../observer.ts';
import type { OpenSink, Sink, Write } from '../result-format.ts';
import { type ParquetColumn, ParquetFormat } from './parquet-metadata.ts';
import { Bytes } from './thrift-compact.ts';

/**
 * Apache Parquet without compression: columns of doubles and 64-bit integers, as pandas, DuckDB,
 * Polars and Spark read them. The text `fmukit.units` holds the units of measure.
 */
export const parquet: Sink = {
  name: 'parquet',
  extensions: ['.parquet'],
  open: (columns, write) => new ParquetSink(columns, write),
};

/**
 * Bytes of the first row group. Later groups are larger, so that footers are a small part of the
 * file.
 */
const firstGroup = 1 << 17;
const footerShare = 16;

/**
 * Collects rows by columns in row groups, and writes each group with a footer. At these moments the
 * file is complete, and the next group turns the footer into an unused gap. If the process is
 * killed or the disk is full, the rows of the last group are lost, because only this thread holds
 * them.
 */
class ParquetSink implements OpenSink {
  private readonly places: ColumnLocations;
  private readonly format: ParquetFormat;
  /** Capacity of the block in rows, and number of rows in it. */
  private size = 0;
  private used = 0;
  /**
   * Distance between columns of the block, an odd number of cache lines to avoid cache set
   * conflicts.
   */
  private stride = 0;
  private begun = false;
  /**
   * Values, column by column. The memory is reused, because a new block would be cleared each time.
   */
  private reals = new Float64Array(0);
  private signed = new BigInt64Array(0);
  private unsigned = new BigUint64Array(0);
  private bytes = new Uint8Array(0);
  /** Bytes for the file. */
  private readonly out: Bytes = new Bytes();

  constructor(
    private readonly columns: readonly Column[],
    private readonly write: Write,
  ) {
    this.places = placesOf(columns);
    const names = distinct(['time', ...columns.map(({ name }) => name)]);
    const fields = names.map(
      (name, k): ParquetColumn => ({ name, type: (k > 0 && columns[k - 1].whole) || 'Float64' }),
    );
    const units = Object.fromEntries(names.map((name, k) => [name, k === 0 ? 's' : columns[k - 1].unit]));
    this.format = new ParquetFormat(fields, [['fmukit.units', JSON.stringify(units)]]);
    this.resize();
  }

  row(t: number): void {
    const { reals, used, size, stride, columns } = this;
    const { groups, others } = this.places;
    const first = stride + used;
    reals[used] = t;
    gather(groups, reals, first, stride);
    for (let i = 0; i < others.length; i++) this.put(first + others[i] * stride, columns[others[i]]);
    this.used = used + 1;
    if (this.used === size) this.group();
  }

  private put(at: number, { read, whole }: Column): void {
    const value = read();
    if (whole === 'Int64') this.signed[at] = BigInt(value);
    else if (whole === 'UInt64') this.unsigned[at] = BigInt(value);
    else this.reals[at] = Number(value);
  }

  close(): void {
    if (this.used > 0 || !this.begun) this.group();
  }

  /** Writes a group, and a footer after it. */
  private group(): void {
    const { format, used, stride, bytes, columns, begun, out } = this;
    out.clear();
    if (!begun) out.add(format.begin());
    if (used > 0)
      format.group(used, new Array(columns.length + 1).fill(8 * used)).forEach((header, k) => {
        out.add(header);
        out.add(bytes.subarray(8 * k * stride, 8 * (k * stride + used)));
      });
    out.add(format.footer());
    this.begun = true;
    this.used = 0;
    try {
      this.write(out.getBytes());
    } catch (error) {
      throw withLost(error, used);
    }
    this.resize();
  }

  private resize(): void {
    const width = this.columns.length + 1;
    const wanted = Math.max(firstGroup, footerShare * this.format.footerBytes);
    this.size = Math.max(1, Math.ceil(wanted / (8 * width)));
    this.stride = 8 * (Math.ceil(this.size / 8) | 1);
    const numbers = this.stride * width;
    if (numbers <= this.reals.length) return;
    this.reals = new Float64Array(Math.max(numbers, 2 * this.reals.length));
    this.signed = new BigInt64Array(this.reals.buffer);
    this.unsigned = new BigUint64Array(this.reals.buffer);
    this.bytes = new Uint8Array(this.reals.buffer);
  }

  visitState(state: StateVisitor): void {
    this.format.visitState(state);
    this.begun = state.boolean('begun', this.begun);
    if (state.untrusted) this.resize();
    this.used = state.count('used', this.used, this.size - 1);
    for (let k = 0; k <= this.columns.length; k++)
      state.array('column', this.reals.subarray(k * this.stride, k * this.stride + this.used));
  }
}

/** Adds to an error of `write` the number of rows lost with an incomplete group. */
function withLost(error: unknown, rows: number): unknown {
  if (!(error instanceof UserError) || rows === 0) return error;
  const words = `Parquet writes rows in groups, and the last group is lost (${rows})`;
  return new UserError(`${messageOf(error)} ${words}.`, { cause: error });
}
