import { gunzipSync } from 'node:zlib';
import { decodeLevels, decodePlain, type ParquetCell } from './parquet-values.ts';
import { decompressSnappy } from './snappy.ts';
import { numberIn, structIn } from './thrift-fields.ts';
import { ThriftReader, type ThriftStruct } from './thrift-reader.ts';

/** Column of the schema of a Parquet file. Its type is a number of parquet.thrift. */
export interface SchemaColumn {
  name: string;
  type: number;
  optional: boolean;
  unsigned: boolean;
}

/** Largest page [bytes]. */
const mostBytes = 2 ** 30;
const codecs = ['none', 'SNAPPY', 'GZIP', 'LZO', 'BROTLI', 'LZ4', 'ZSTD', 'LZ4_RAW'];
/** Encodings and types of pages by number. */
const [plain, plainDictionary, runs, rleDictionary] = [0, 2, 3, 8];
const [dataPage, dictionaryPage, dataPageV2] = [0, 2, 3];

/** Values of a column in one row group of a Parquet file. */
export class ParquetChunk {
  private dictionary: ParquetCell[] = [];
  private into: ParquetCell[] = [];
  /** Number of values that the rest of the pages may have. */
  private missing = 0;
  private readonly codec: number;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly meta: ThriftStruct,
    private readonly column: SchemaColumn,
    /** Bytes of pages that the file has not given yet. Pages do not overlap. */
    private readonly unread: { bytes: number },
  ) {
    this.codec = numberIn(meta, 4);
  }

  /** Appends the values of all pages. Throws an Error if they are damaged. */
  read(into: ParquetCell[]): void {
    const { bytes, meta, column, codec } = this;
    this.into = into;
    this.missing = numberIn(meta, 5);
    const begins = [meta.get(11), numberIn(meta, 9)].filter((place) => typeof place === 'number');
    let at = Math.min(...begins.filter((place) => place > 0));
    while (this.missing > 0) {
      const reader = new ThriftReader(bytes, at);
      const head = reader.struct();
      const [type, size, packed] = [1, 2, 3].map((id) => numberIn(head, id));
      const content = bytes.subarray(reader.at, reader.at + packed);
      if (!(size >= 0 && size <= mostBytes && packed >= 0) || content.length < packed) throw this.damaged();
      this.unread.bytes -= packed;
      if (this.unread.bytes < 0) throw new Error('its pages overlap');
      at = reader.at + packed;
      if (type === dictionaryPage)
        this.dictionary = decodePlain(unpack(content, size, codec), column, numberIn(structIn(head, 7), 1));
      else if (type === dataPage) this.page(unpack(content, size, codec), structIn(head, 5));
      else if (type === dataPageV2) this.page2(content, size, structIn(head, 8));
    }
  }

  private page(page: Uint8Array, about: ThriftStruct): void {
    const [count, encoding] = [this.countOf(about), numberIn(about, 2)];
    if (!this.column.optional) {
      this.add(page, encoding, count);
      return;
    }
    const length = new DataView(page.buffer, page.byteOffset, page.byteLength).getUint32(0, true);
    const levels = decodeLevels(page.subarray(4, 4 + length), 1, count);
    this.add(page.subarray(4 + length), encoding, count, levels);
  }

  private page2(page: Uint8Array, size: number, about: ThriftStruct): void {
    const count = this.countOf(about);
    const [encoding, levelBytes] = [4, 5].map((id) => numberIn(about, id));
    const levels = this.column.optional ? decodeLevels(page.subarray(0, levelBytes), 1, count) : undefined;
    const codec = about.get(7) === false ? 0 : this.codec;
    this.add(unpack(page.subarray(levelBytes), size - levelBytes, codec), encoding, count, levels);
  }

  /** Returns the number of values of a page. */
  private countOf(about: ThriftStruct): number {
    const count = numberIn(about, 1);
    if (!(count >= 0 && count <= this.missing)) throw this.damaged();
    this.missing -= count;
    return count;
  }

  /** Appends values. A level of 0 means a missing one. */
  private add(page: Uint8Array, encoding: number, count: number, levels?: Uint32Array): void {
    const present = levels === undefined ? count : levels.reduce((sum, level) => sum + level, 0);
    const valueAt = this.values(page, encoding, present);
    let next = 0;
    for (let n = 0; n < count; n++) this.into.push(levels?.[n] === 0 ? null : valueAt(next++));
  }

  private values(page: Uint8Array, encoding: number, count: number): (n: number) => ParquetCell {
    const { column, dictionary } = this;
    if (encoding === plain) {
      const cells = decodePlain(page, column, count);
      return (n) => cells[n];
    }
    // Only truth values have runs without a dictionary, after a length of four bytes.
    if (encoding === runs) {
      const levels = decodeLevels(page.subarray(4), 1, count);
      return (n) => levels[n];
    }
    if (encoding !== plainDictionary && encoding !== rleDictionary)
      throw new Error(
        `expected plain values or a dictionary in ${column.name}, got the encoding ${encoding}`,
      );
    const indices = decodeLevels(page.subarray(1), page[0], count);
    return (n) => {
      if (indices[n] >= dictionary.length) throw this.damaged();
      return dictionary[indices[n]];
    };
  }

  private damaged(): Error {
    return new Error(`the column ${this.column.name} is damaged`);
  }
}

function unpack(content: Uint8Array, size: number, codec: number): Uint8Array {
  if (codec === 0) return content;
  if (codec === 1) return decompressSnappy(content, size);
  if (codec === 2) return gunzipSync(content, { maxOutputLength: Math.max(1, size) });
  throw new Error(`expected no compression, Snappy or gzip, got ${codecs[codec] ?? `the codec ${codec}`}`);
}
