import { distinct } from '../npy-header.ts';
import type { Column } from '../observer.ts';
import { gather, type Places, placesOf } from '../places.ts';
import type { OpenSink, Sink, Write } from '../sink.ts';
import { type ParquetColumn, ParquetFormat } from './format.ts';

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
 * are not held in memory for others.
 */
class ParquetSink implements OpenSink {
  private readonly columns: readonly Column[];
  private readonly write: Write;
  private readonly places: Places;
  private readonly format: ParquetFormat;
  /** Rows that fit into the block, and those that are there. */
  private size = 0;
  private used = 0;
  private begun = false;
  /** Column k (0 is the time) stands from k · size on. */
  private reals = new Float64Array(0);
  private signed = new BigInt64Array(0);
  private unsigned = new BigUint64Array(0);
  private bytes = new Uint8Array(0);

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
    const { reals, used, size } = this;
    const { groups, others } = this.places;
    reals[used] = t;
    gather(groups, reals, size + used, size);
    for (let i = 0; i < others.length; i++) this.put((others[i] + 1) * size + used, this.columns[others[i]]);
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
    const { format, used, size, bytes, columns, begun } = this;
    const parts: Uint8Array[] = begun ? [] : [format.begin()];
    const length = 8 * used;
    if (used > 0)
      format.group(used, new Array(columns.length + 1).fill(length)).forEach((header, k) => {
        parts.push(header, bytes.subarray(8 * k * size, 8 * k * size + length));
      });
    parts.push(format.footer());
    this.begun = true;
    this.used = 0;
    this.write(joined(parts));
    this.resize();
  }

  private resize(): void {
    const each = 8 * (this.columns.length + 1);
    const wanted = Math.max(firstGroup, footerShare * this.format.footerBytes);
    const size = Math.max(1, Math.ceil(wanted / each));
    if (size <= this.size) return;
    const block = new ArrayBuffer(each * size);
    this.size = size;
    this.reals = new Float64Array(block);
    this.signed = new BigInt64Array(block);
    this.unsigned = new BigUint64Array(block);
    this.bytes = new Uint8Array(block);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
