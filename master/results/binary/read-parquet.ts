import { requireFewValues } from './number-column.ts';
import { ParquetChunk, type SchemaColumn } from './parquet-chunk.ts';
import type { ParquetCell } from './parquet-values.ts';
import { numberIn, structIn, structsIn, textIn } from './thrift-fields.ts';
import { ThriftReader, type ThriftStruct } from './thrift-reader.ts';

/** Table of a Parquet file: its columns, and its texts by name. */
export interface ParquetTable {
  names: string[];
  columns: ParquetCell[][];
  about: ReadonlyMap<string, string>;
}

/**
 * Reads a Parquet file with flat columns, plain or with dictionaries, uncompressed or with Snappy or
 * gzip, as fmukit, pandas, Polars and DuckDB write it. Throws an Error for any other content.
 */
export function readParquet(bytes: Uint8Array): ParquetTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { length } = bytes;
  if (length < 12 || view.getUint32(0) !== 0x50415231 || view.getUint32(length - 4) !== 0x50415231)
    throw new Error('it is not a complete Parquet file');
  const footer = view.getUint32(length - 8, true);
  if (footer > length - 12) throw new Error('its footer is damaged');
  const meta = new ThriftReader(bytes.subarray(0, length - 8), length - 8 - footer).struct();
  const schema = schemaOf(structsIn(meta, 2));
  const columns = schema.map((): ParquetCell[] => []);
  const groups = structsIn(meta, 4).map((group) => chunksOf(group, schema.length));
  requireFewValues(groups.flat().reduce((sum, chunk) => sum + numberIn(chunk, 5), 0));
  const unread = { bytes: length };
  for (const chunks of groups)
    for (const [k, chunk] of chunks.entries())
      new ParquetChunk(bytes, chunk, schema[k], unread).read(columns[k]);
  if (columns.some((column) => column.length !== columns[0].length))
    throw new Error('its columns have different lengths');
  const about = new Map(structsIn(meta, 5).map((pair) => [textIn(pair, 1), textIn(pair, 2)]));
  return { names: schema.map(({ name }) => name), columns, about };
}

/** Returns the metadata of the columns of a row group. */
function chunksOf(group: ThriftStruct, count: number): ThriftStruct[] {
  const chunks = structsIn(group, 1).map((chunk) => structIn(chunk, 3));
  if (chunks.length !== count) throw new Error('a row group lacks columns');
  if (chunks.some((chunk) => !(numberIn(chunk, 5) >= 0))) throw new Error('a row group is damaged');
  return chunks;
}

function schemaOf([, ...elements]: readonly ThriftStruct[]): SchemaColumn[] {
  return elements.map((element) => {
    const name = textIn(element, 4);
    const repetition = numberIn(element, 3);
    if (element.has(5) || repetition === 2)
      throw new Error(`expected flat columns, got the nested column ${name}`);
    const converted = element.get(6);
    return {
      name,
      type: numberIn(element, 1),
      optional: repetition === 1,
      unsigned: converted === 13 || converted === 14,
    };
  });
}
