import { csvField, quoteField } from '../../../fmu-sdk/util/csv-text.ts';
import type { StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { type GroupedColumns, gather, placesOf } from '../column-layout.ts';
import type { Column } from '../observer.ts';
import { longestNumber, writeNumber, writeText } from './decimal-writer.ts';
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
  open: (columns, write, hold) => new Csv(columns, write, hold, csvField),
};

export { quoteField as quote };

/** CSV whose names stay as they are, also those that a spreadsheet computes. */
export const csvWithFormulas: Sink = {
  ...csv,
  open: (columns, write, hold) => new Csv(columns, write, hold, quoteField),
};

/** Bytes that are collected before they go to the sink. */
const blockBytes = 65536;
/** Returns the largest number of bytes of a row with so many numbers. */
const rowBytes = (width: number): number => width * (longestNumber + 1) + 1;

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
  private readonly view: DataView;
  private used = 0;
  /** Number of header bytes in the block. */
  private header = 0;
  /** The time and the values of a row, and their columns, in memory or not. */
  private readonly values: Float64Array;
  private readonly groups: readonly GroupedColumns[];
  private readonly others: Int32Array;

  constructor(
    columns: readonly Column[],
    write: Write,
    hold: Hold = unsharedHold,
    field: (name: string) => string = csvField,
  ) {
    this.columns = columns;
    this.write = write;
    const header = new TextEncoder().encode(
      `${['time', ...columns.map((c) => field(c.name))].join(',')}\r\n`,
    );
    this.heldRows = hold(Math.max(header.length, blockBytes) + rowBytes(columns.length + 1));
    this.block = this.heldRows.memory;
    const { buffer, byteOffset, byteLength } = this.block;
    this.view = new DataView(buffer, byteOffset, byteLength);
    this.values = new Float64Array(columns.length + 1);
    const { groups, others } = placesOf(columns);
    this.groups = groups;
    this.others = others;
    this.block.set(header);
    this.used = header.length;
    this.header = header.length;
  }

  row(t: number): void {
    this.used = this.writeRow(t);
    this.heldRows.keep(this.used);
    if (this.used > blockBytes) this.handOver();
  }

  /** Writes a row and returns the position after it. */
  private writeRow(t: number): number {
    const { block, view, columns, values, groups, others } = this;
    values[0] = t;
    gather(groups, values, 1);
    let at = writeNumber(values, 0, block, view, this.used);
    let next = 0;
    for (let k = 0; k < columns.length; k++) {
      block[at++] = comma;
      if (others[next] === k) {
        next++;
        const value = columns[k].read();
        if (typeof value === 'number') values[k + 1] = value;
        else {
          at = writeText(`${value}`, block, at);
          continue;
        }
      }
      at = writeNumber(values, k + 1, block, view, at);
    }
    block[at++] = carriageReturn;
    block[at++] = lineFeed;
    return at;
  }

  close(): void {
    this.flush();
  }

  flush(): void {
    this.handOver();
  }

  private handOver(): void {
    const { used } = this;
    this.used = 0;
    if (used > 0) this.write(this.block.subarray(0, used), this.lastLineEnd);
    this.header = 0;
  }

  /** Returns the end of the last complete line. A header may contain line ends. */
  private readonly lastLineEnd = (written: number): number => {
    const end = this.block.lastIndexOf(lineFeed, written - 1) + 1;
    return written > 0 && end > this.header ? end : 0;
  };

  visitState(state: StateVisitor): void {
    this.used = state.count('used', this.used, 0);
    this.header = state.count('header', this.header, 0);
  }
}
