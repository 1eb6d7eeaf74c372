import { type GroupedColumns, gather, placesOf } from './column-layout.ts';
import { type RowWriter, rowBytes, rowsOf, rowsOfBlock } from './csv-simd.ts';
import { writeNumber, writeText } from './decimal-writer.ts';
import type { Column } from './observer.ts';
import {
  type HeldRows,
  type Hold,
  type OpenSink,
  type Sink,
  unsharedHold,
  type Write,
} from './result-format.ts';

export const csv: Sink = {
  name: 'csv',
  extensions: ['.csv'],
  open: (columns, write, hold) => new Csv(columns, write, hold),
};

/** Formats rows of numbers as text, `width` numbers a row. */
export function textOf(numbers: Float64Array, width: number): Uint8Array {
  const bytes = new Uint8Array((numbers.length / width) * rowBytes(width));
  let at = 0;
  for (let i = 0; i < numbers.length; i++) {
    at = writeNumber(numbers[i], bytes, at);
    at = (i + 1) % width === 0 ? writeText('\r\n', bytes, at) : writeText(',', bytes, at);
  }
  return bytes.subarray(0, at);
}

/** Quotes a header or field as RFC 4180 asks, if it contains a comma, a quote or a line break. */
export function quote(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** Bytes that are collected before they go to the sink. */
const blockBytes = 65536;
const comma = 44;
const carriageReturn = 13;
const lineFeed = 10;

/**
 * Writes a run as CSV as in FMI: `time` first, column names in the header, CRLF line ends (RFC
 * 4180). Numbers are the shortest text that reads back to the same double. Rows are collected in
 * blocks of UTF-8 for `write`.
 */
class Csv implements OpenSink {
  private readonly columns: readonly Column[];
  private readonly write: Write;
  private readonly heldRows: HeldRows;
  private readonly block: Uint8Array;
  private used = 0;
  /** Number of header bytes in the block. */
  private header = 0;
  /**
   * Writer for rows that consist of numbers, the number of rows in it, and their columns, in memory
   * or not.
   */
  private readonly rows: RowWriter | undefined;
  private waiting = 0;
  private readonly groups: readonly GroupedColumns[];
  private readonly others: Int32Array;

  constructor(columns: readonly Column[], write: Write, hold: Hold = unsharedHold) {
    this.columns = columns;
    this.write = write;
    const header = new TextEncoder().encode(
      `${['time', ...columns.map((c) => quote(c.name))].join(',')}\r\n`,
    );
    const width = columns.length + 1;
    const size = Math.max(header.length, blockBytes) + rowsOfBlock(width) * rowBytes(width);
    const rows = rowsOf(width, size);
    this.heldRows = hold(size, rows?.room, rows && { numbers: rows.numbers, width });
    this.block = this.heldRows.memory;
    this.rows = this.block === rows?.room ? rows : undefined;
    const { groups, others } = placesOf(columns);
    this.groups = groups;
    this.others = others;
    this.block.set(header);
    this.used = header.length;
    this.header = header.length;
  }

  row(t: number): void {
    const { rows } = this;
    if (rows === undefined || !this.gather(rows.numbers, t)) {
      this.text();
      this.keep(this.writeRow(t));
    } else {
      this.waiting++;
      if (this.waiting === rows.maxRows) this.text();
      else this.heldRows.wait(this.used, this.waiting);
    }
  }

  /** Collects the numbers of a row. Returns false for a 64-bit integer that is not a double. */
  private gather(numbers: Float64Array, t: number): boolean {
    const { groups, others, columns } = this;
    const at = this.waiting * (columns.length + 1);
    numbers[at] = t;
    gather(groups, numbers, at + 1);
    for (let i = 0; i < others.length; i++) {
      const value = columns[others[i]].read();
      if (typeof value !== 'number') return false;
      numbers[at + 1 + others[i]] = value;
    }
    return true;
  }

  /** Writes the waiting rows. */
  private text(): void {
    const { rows, waiting } = this;
    if (rows === undefined || waiting === 0) return;
    this.waiting = 0;
    this.keep(rows.write(waiting, this.used));
  }

  private keep(end: number): void {
    this.used = end;
    this.heldRows.keep(end);
    if (end > blockBytes) this.handOver();
  }

  /** Writes a row number by number, and returns the position after it. */
  private writeRow(t: number): number {
    const { block, columns, rows } = this;
    rows?.invalidate();
    let at = writeNumber(t, block, this.used);
    for (let k = 0; k < columns.length; k++) {
      block[at++] = comma;
      const value = columns[k].read();
      at = typeof value === 'number' ? writeNumber(value, block, at) : writeText(`${value}`, block, at);
    }
    block[at++] = carriageReturn;
    block[at++] = lineFeed;
    return at;
  }

  close(): void {
    this.flush();
  }

  flush(): void {
    this.text();
    this.handOver();
  }

  private handOver(): void {
    const { used } = this;
    this.used = 0;
    if (used > 0) this.write(this.block.subarray(0, used), this.lastLineEnd);
    this.header = 0;
  }

  /** Returns the end of the last complete line. A header may contain line ends. */
  private readonly lastLineEnd = (writeRow: number): number => {
    const end = this.block.lastIndexOf(lineFeed, writeRow - 1) + 1;
    return writeRow > 0 && end > this.header ? end : 0;
  };
}
