import { csvField } from '../../fmu-sdk/util/csv-text.ts';
import { type ParquetColumn, ParquetFormat } from '../observe/formats/parquet/parquet-metadata.ts';
import { numbers, presence, texts } from '../observe/formats/parquet/parquet-pages.ts';
import { ResultFile } from '../run/rows/result-file.ts';
import type { Cell } from './study-results.ts';

/** Number of rows that are written together. */
const groupRows = 16_384;

type Rows = Iterable<readonly Cell[]>;

/** Writes a table atomically as CSV (RFC 4180, CRLF line ends, empty for missing values). */
export function writeCsv(file: string, columns: readonly ParquetColumn[], rows: Rows): void {
  written(file, (write) => {
    const encoder = new TextEncoder();
    let text = line(columns.map(({ name }) => name));
    for (const row of rows) {
      text += line(row);
      if (text.length < 65_536) continue;
      write(encoder.encode(text));
      text = '';
    }
    write(encoder.encode(text));
  });
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(fieldOf).join(',')}\r\n`;
}

function fieldOf(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'string' ? csvField(cell) : String(cell);
}

/**
 * Writes a table atomically as Parquet.
 *
 * @param about texts by name, which readers can show
 */
export function writeParquet(
  file: string,
  columns: readonly ParquetColumn[],
  rows: Rows,
  about: readonly (readonly [string, string])[] = [],
): void {
  written(file, (write) => {
    const format = new ParquetFormat(columns, about);
    write(format.begin());
    const writeGroup = (group: readonly (readonly Cell[])[]): void => {
      const pages = columns.map((column, k) =>
        pageOf(
          column,
          group.map((row) => row[k]),
        ),
      );
      const sizes = pages.map((parts) => parts.reduce((sum, { length }) => sum + length, 0));
      const headers = format.group(group.length, sizes);
      pages.forEach((parts, k) => {
        for (const part of [headers[k], ...parts]) write(part);
      });
    };
    let group: (readonly Cell[])[] = [];
    for (const row of rows)
      if (group.push(row) === groupRows) {
        writeGroup(group);
        group = [];
      }
    if (group.length > 0) writeGroup(group);
    write(format.footer());
  });
}

function pageOf({ type, optional = false }: ParquetColumn, cells: readonly Cell[]): Uint8Array[] {
  const presentCells = cells.filter((cell) => cell !== null);
  const values =
    type === 'Text'
      ? texts(presentCells.map(String))
      : numbers(presentCells, type === 'Float64' ? 'Float64' : 'Int64');
  return optional ? [presence(cells), values] : [values];
}

function written(file: string, fill: (write: (bytes: Uint8Array) => void) => void): void {
  const results = new ResultFile(file);
  try {
    fill((bytes) => results.write(bytes));
    results.close(true);
  } finally {
    results.close(false);
  }
}
