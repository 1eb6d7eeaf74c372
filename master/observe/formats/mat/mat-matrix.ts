import { UserError } from '../../../../fmu-sdk/util/user-error.ts';

/** Largest matrix of texts [bytes]. Every text takes as much space as the longest. */
const mostTextBytes = 2 ** 26;

/**
 * Element types of a matrix in a MAT file of version 4, little-endian (MATLAB, MAT-File Format,
 * version 4).
 */
const kinds = { Float64: 0, Int32: 20, Text: 51 } as const;

/** Bytes before the name of a matrix, and the position of the number of columns in them. */
export const matrixHead = 20;
export const columnsAt = 8;

/** Returns the head of a matrix. Its elements follow column by column. */
export function head(name: string, kind: keyof typeof kinds, rows: number, columns: number): Uint8Array {
  const bytes = new Uint8Array(matrixHead + name.length + 1);
  const view = new DataView(bytes.buffer);
  [kinds[kind], rows, columns, 0, name.length + 1].forEach((value, i) => {
    view.setInt32(4 * i, value, true);
  });
  bytes.set(new TextEncoder().encode(name), matrixHead);
  return bytes;
}

/** Returns a matrix of doubles, given by its rows. */
export function doubles(name: string, rows: readonly (readonly number[])[], columns: number): Uint8Array {
  const start = head(name, 'Float64', rows.length, columns);
  const bytes = new Uint8Array(start.length + 8 * rows.length * columns);
  bytes.set(start);
  const view = new DataView(bytes.buffer);
  rows.forEach((row, i) => {
    for (let j = 0; j < columns; j++) view.setFloat64(start.length + 8 * (j * rows.length + i), row[j], true);
  });
  return bytes;
}

/** Returns a matrix of 32-bit integers, given by its columns. */
export function integers(name: string, columns: readonly (readonly number[])[]): Uint8Array {
  const rows = columns[0]?.length ?? 0;
  const start = head(name, 'Int32', rows, columns.length);
  const bytes = new Uint8Array(start.length + 4 * rows * columns.length);
  bytes.set(start);
  const view = new DataView(bytes.buffer);
  columns.flat().forEach((value, i) => {
    view.setInt32(start.length + 4 * i, value, true);
  });
  return bytes;
}

/**
 * Returns a matrix of characters with a text in each row or, with `across`, in each column, padded
 * with `fill`. The bytes are UTF-8, which readers expect although the format does not define it.
 *
 * @throws UserError if that takes too much memory
 */
export function texts(name: string, lines: readonly string[], across = false, fill = 0x20): Uint8Array {
  const utf8 = lines.map((text) => new TextEncoder().encode(text));
  const length = Math.max(1, ...utf8.map((item) => item.length));
  if (length * lines.length > mostTextBytes)
    throw new UserError(
      `write ${lines.length} texts as .mat: the longest has ${length} bytes, and each takes as much space, more than ${mostTextBytes} bytes together. Write .csv or .parquet, or record fewer columns.`,
    );
  const start = across ? head(name, 'Text', length, lines.length) : head(name, 'Text', lines.length, length);
  const bytes = new Uint8Array(start.length + length * lines.length).fill(fill, start.length);
  bytes.set(start);
  utf8.forEach((text, i) => {
    text.forEach((byte, j) => {
      bytes[start.length + (across ? i * length + j : j * lines.length + i)] = byte;
    });
  });
  return bytes;
}
