import type { Stateful, StateVisitor } from '../../../../fmu-sdk/util/state/stateful.ts';
import {
  Bytes,
  compact,
  type Field,
  int,
  listOf,
  long,
  structOf,
  structsOf,
  text,
  type Value,
} from './thrift-compact.ts';

/** Column of a Parquet file: 64-bit numbers or texts. With `optional` values may be missing. */
export interface ParquetColumn {
  readonly name: string;
  readonly type: 'Float64' | 'Int64' | 'UInt64' | 'Text';
  readonly optional?: boolean;
}

/** Position of the values of a column and row group in the file. */
interface Chunk {
  readonly at: number;
  readonly bytes: number;
}

export const magic: Uint8Array = Uint8Array.from([0x50, 0x41, 0x52, 0x31]);

/** Physical types, converted types and encodings by number (Apache Parquet, parquet.thrift). */
const physical = { Float64: 5, Int64: 2, UInt64: 2, Text: 6 } as const;
const converted = { Float64: undefined, Int64: 18, UInt64: 14, Text: 0 } as const;
const [plain, rle] = [0, 3];

/**
 * Layout of an uncompressed Parquet file: four bytes, row groups with a page of PLAIN-encoded
 * values for each column, and a footer with their positions. If a file has several footers, the
 * last counts, so that a file can grow.
 */
export class ParquetFormat implements Stateful {
  /** Footer entries of all groups, written once because each footer repeats them. */
  private readonly groups: Bytes = new Bytes();
  private count = 0;
  private rows = 0;
  /** Length of the file so far [bytes]. */
  private at = 0;

  private readonly schema: Value;

  /** @param about texts by name, which readers can show */
  constructor(
    private readonly columns: readonly ParquetColumn[],
    private readonly about: readonly (readonly [string, string])[] = [],
  ) {
    const schema = new Bytes();
    for (const value of [root(columns.length), ...columns.map(schemaOf)]) schema.add(compact(value));
    this.schema = structsOf(columns.length + 1, schema.getBytes());
  }

  /** Approximate length of a footer [bytes]. */
  get footerBytes(): number {
    const names = this.columns.reduce((sum, { name }) => sum + name.length, 0);
    return (this.count + 1) * (names + 48 * this.columns.length);
  }

  /** Returns the bytes before the first group. */
  begin(): Uint8Array {
    this.at = magic.length;
    return magic;
  }

  /** Announces a group with pages in the order of the columns. Returns the page headers. */
  group(rows: number, pages: readonly number[]): Uint8Array[] {
    const headers: Uint8Array[] = [];
    // All pages of numbers have the same length.
    pages.forEach((bytes, k) => {
      headers.push(k > 0 && bytes === pages[k - 1] ? headers[k - 1] : pageHeader(rows, bytes));
    });
    const chunks = headers.map((header, k) => {
      const chunk = { at: this.at, bytes: header.length + pages[k] };
      this.at += chunk.bytes;
      return chunk;
    });
    this.groups.add(compact(this.groupOf(chunks, rows)));
    this.count++;
    this.rows += rows;
    return headers;
  }

  /** Returns the footer, which completes the file. */
  footer(): Uint8Array {
    const meta = compact(
      structOf(
        [1, int(2)],
        [2, this.schema],
        [3, long(this.rows)],
        [4, structsOf(this.count, this.groups.getBytes())],
        this.about.length === 0
          ? undefined
          : [5, listOf(this.about.map(([key, value]) => structOf([1, text(key)], [2, text(value)])))],
        [6, text('fmukit')],
      ),
    );
    const bytes = new Uint8Array(meta.length + 8);
    bytes.set(meta);
    new DataView(bytes.buffer).setUint32(meta.length, meta.length, true);
    bytes.set(magic, meta.length + 4);
    this.at += bytes.length;
    return bytes;
  }

  private groupOf(chunks: readonly Chunk[], rows: number): Value {
    const total = chunks.reduce((sum, { bytes }) => sum + bytes, 0);
    const columns = chunks.map(({ at, bytes }, k) =>
      structOf(
        [2, long(at)],
        [
          3,
          structOf(
            [1, int(physical[this.columns[k].type])],
            [2, listOf([int(plain), int(rle)])],
            [3, listOf([text(this.columns[k].name)])],
            [4, int(0)],
            [5, long(rows)],
            [6, long(bytes)],
            [7, long(bytes)],
            [9, long(at)],
          ),
        ],
      ),
    );
    return structOf([1, listOf(columns)], [2, long(total)], [3, long(rows)]);
  }

  visitState(state: StateVisitor): void {
    this.groups.visitState(state);
    this.count = state.number('count', this.count);
    this.rows = state.number('rows', this.rows);
    this.at = state.number('at', this.at);
  }
}

function root(children: number): Value {
  return structOf([4, text('schema')], [5, int(children)]);
}

function schemaOf({ name, type, optional = false }: ParquetColumn): Value {
  const kind = converted[type];
  const known: Field | undefined = kind === undefined ? undefined : [6, int(kind)];
  return structOf([1, int(physical[type])], [3, int(optional ? 1 : 0)], [4, text(name)], known);
}

function pageHeader(values: number, bytes: number): Uint8Array {
  const page = structOf([1, int(values)], [2, int(plain)], [3, int(rle)], [4, int(rle)]);
  return compact(structOf([1, int(0)], [2, int(bytes)], [3, int(bytes)], [5, page]));
}
