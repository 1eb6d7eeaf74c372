import { writeNumber, writeText } from './decimal.ts';
import type { Column } from './observer.ts';
import { gather, type Placed, placesOf } from './places.ts';
import { type Rows, rowBytes, rowsOf } from './row.ts';
import type { HeldRows, Hold, OpenSink, Sink, Write } from './sink.ts';

export const csv: Sink = {
  name: 'csv',
  extensions: ['.csv'],
  open: (columns, write, hold) => new Csv(columns, write, hold),
};

/** Memory that nobody else looks at. */
const alone: Hold = (bytes, own) => ({ memory: own ?? new Uint8Array(bytes), keep: () => {} });

/** Header and field by RFC 4180: quoted where a comma, a quote or a line break is inside. */
export function quote(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** Bytes that are gathered before they go to the sink. */
const blockBytes = 65536;
const comma = 44;
const carriageReturn = 13;
const lineFeed = 10;

/**
 * Writes a run as CSV in FMI form (`time` first, the columns' names in the header, lines end in CRLF as RFC 4180
 * asks). Numbers are the shortest text that reads back to the same double. Rows are gathered into blocks of UTF-8 for
 * `write`.
 */
class Csv implements OpenSink {
  private readonly columns: readonly Column[];
  private readonly write: Write;
  private readonly held: HeldRows;
  private readonly block: Uint8Array;
  private used = 0;
  /** Bytes of the header that stand in the block. */
  private header = 0;
  /** For rows that are all numbers; their columns, those that stand in memory and the others. */
  private readonly rows: Rows | undefined;
  private readonly groups: readonly Placed[];
  private readonly others: Int32Array;

  constructor(columns: readonly Column[], write: Write, hold: Hold = alone) {
    this.columns = columns;
    this.write = write;
    const header = new TextEncoder().encode(
      `${['time', ...columns.map((c) => quote(c.name))].join(',')}\r\n`,
    );
    const size = Math.max(header.length, blockBytes) + rowBytes(columns.length + 1);
    const rows = rowsOf(columns.length + 1, size);
    this.held = hold(size, rows?.room);
    this.block = this.held.memory;
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
    const at = rows !== undefined && this.gather(rows.numbers, t) ? rows.write(this.used) : this.written(t);
    this.used = at;
    this.held.keep(at);
    if (at > blockBytes) this.flush();
  }

  /** Brings a row's numbers together; false where one is none but an integer of 64 bits. */
  private gather(numbers: Float64Array, t: number): boolean {
    const { groups, others, columns } = this;
    numbers[0] = t;
    gather(groups, numbers, 1);
    for (let i = 0; i < others.length; i++) {
      const value = columns[others[i]].read();
      if (typeof value !== 'number') return false;
      numbers[others[i] + 1] = value;
    }
    return true;
  }

  /** The row, number by number; the byte after it. */
  private written(t: number): number {
    const { block, columns, rows } = this;
    rows?.forget();
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
    const { used } = this;
    this.used = 0;
    if (used > 0) this.write(this.block.subarray(0, used), this.whole);
    this.header = 0;
  }

  /** Up to the last line's end; a header may hold others. */
  private readonly whole = (written: number): number => {
    const end = this.block.lastIndexOf(lineFeed, written - 1) + 1;
    return written > 0 && end > this.header ? end : 0;
  };
}
