import { byExtension, Registry } from '../../../fmu-sdk/util/registry.ts';
import type { NumberColumn } from './number-column.ts';
import type { ParquetCell } from './parquet-values.ts';
import { readMat } from './read-mat.ts';
import { readNpy } from './read-npy.ts';
import { readParquet } from './read-parquet.ts';

interface ColumnFormat {
  readonly name: string;
  readonly extensions: readonly string[];
  read(bytes: Uint8Array): NumberColumn[];
}

/** Result formats with numbers as they are in memory. */
const formats = new Registry<ColumnFormat>('result format', [
  { name: 'npy', extensions: ['.npy'], read: readNpy },
  { name: 'mat', extensions: ['.mat'], read: readMat },
  { name: 'parquet', extensions: ['.parquet'], read: readParquetColumns },
]);

/** Endings of these formats. */
export const columnEndings: readonly string[] = formats.all.flatMap(({ extensions }) => extensions);

/** Reports whether a file has the ending of such a format. */
export function hasColumns(file: string): boolean {
  return byExtension(formats, file) !== undefined;
}

/**
 * Reads the columns of a Parquet, MAT or NPY file, or returns undefined for another ending. Throws an
 * Error for content that it cannot read.
 */
export function readColumns(file: string, bytes: Uint8Array): NumberColumn[] | undefined {
  return byExtension(formats, file)?.read(bytes);
}

/** Reads the numbers of a Parquet file, with the units of measure of `fmukit.units`. */
function readParquetColumns(bytes: Uint8Array): NumberColumn[] {
  const { names, columns, about } = readParquet(bytes);
  const units = unitsIn(about.get('fmukit.units'));
  return names.map((name, k) => ({
    name,
    unit: units.get(name) ?? '',
    values: numbersOf(name, columns[k]),
  }));
}

function unitsIn(text: string | undefined): Map<string, string> {
  try {
    const entries = Object.entries(JSON.parse(text ?? '{}') as object);
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    // Another tool may have changed the entry.
    return new Map();
  }
}

function numbersOf(name: string, cells: readonly ParquetCell[]): NumberColumn['values'] {
  const text = cells.find((cell) => typeof cell === 'string');
  if (text !== undefined) throw new Error(`expected numbers in the column ${name}, got texts`);
  const isWhole = cells.length > 0 && cells.every((cell) => typeof cell === 'bigint');
  if (!isWhole) {
    const values = new Float64Array(cells.length);
    for (let n = 0; n < cells.length; n++) values[n] = cells[n] === null ? Number.NaN : Number(cells[n]);
    return values;
  }
  const isUnsigned = cells.some((cell) => (cell as bigint) >= 2n ** 63n);
  return isUnsigned ? BigUint64Array.from(cells as bigint[]) : BigInt64Array.from(cells as bigint[]);
}
