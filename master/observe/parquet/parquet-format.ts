import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { gather, type Places, placesOf } from '../column-layout.ts';
import { distinct } from '../npy-header.ts';
import type { Column } from '../observer.ts';
import type { OpenSink, Sink, Write } from '../result-format.ts';
import { type ParquetColumn, ParquetFormat } from './parquet-metadata.ts';
import { Bytes } from './thrift-compact.ts';

/**
 * Apache Parquet without compression: columns of doubles and integers of 64 bits, as pandas, DuckDB, Polars and Spark read them. The
 * columns' units of measure are its text `fmukit.units`.
 */
export const parquet: Sink = {
  name: 'parquet',
  extensions: ['.parquet'],
  open: (columns, write) => new ParquetSink(columns, write),
};

/** Bytes of the first row group; later ones are larger, so that footers are a small part of the file. */
const firstGroup = 1 << 17;
const footerShare = 16;

/**
 * Rows are gathered by columns into row groups; each group is handed over at once, with a footer behind it: at any such moment the file is
 * whole, and what is written later makes the footer a gap that nobody reads. A run that is killed loses the rows of its last group, which
 * are not held in memory for others, and so does one whose disk does not take the group.
 */
class ParquetSink implements OpenSink {
  private readonly columns: readonly Column[];
  private readonly write: Write;
  private readonly places: Places;
  private readonly format: ParquetFormat;
  /** Rows that fit into the block, and those that are there. */
  private size = 0;
  private used = 0;
  /** From a column of the block to the next: an odd number of lines of a cache, so that columns do not meet in few sets of it. */
  private stride = 0;
  private begun = false;
  /** Column by column, in memory that is longer than needed: a fresh block for each group would be cleared each time. */
  private reals = new Float64Array(0);
  private signed = new BigInt64Array(0);
  private unsigned = new BigUint64Array(0);
  private bytes = new Uint8Array(0);
  /** What is handed over. */
  private readonly out: Bytes = new Bytes();

  constructor(columns: readonly Column[], write: Write) {
    this.columns = columns;
    this.write = write;
    this.places = placesOf(columns);
    const names = distinct(['time', ...columns.map(({ name }) => name)]);
    const fields = names.map(
      (name, k): ParquetColumn => ({ name, type: (k > 0 && columns[k - 1].whole) || 'Float64' }),
    );
    const units = Object.fromEntries(
      names.map((name, k) => [name, k === 0 ? 's' : columns[k - 1].unitOfMeasure]),
    );
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

  /** Hands a group over, and a footer behind it. */
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
      this.write(out.taken());
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
}

/** An error of `write`, with the rows that go with their group: half a group is none. */
function withLost(error: unknown, rows: number): unknown {
  if (!(error instanceof UserError) || rows === 0) return error;
  const words = `Parquet takes rows in groups, and those of the last one are lost (${rows})`;
  return new UserError(`${messageOf(error)} ${words}.`, { cause: error });
}
