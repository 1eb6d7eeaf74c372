import { closeSync, openSync, writeSync } from 'node:fs';
import { UserError } from '../user-error.ts';

/**
 * Describes the row counter of a file. At byte `at` stands the count in `digits` decimal digits,
 * padded with spaces on the left. With 0 digits it is 32 bits, little endian. The rows begin at
 * byte `from`.
 */
export interface RowCounter {
  readonly at: number;
  readonly digits: number;
  readonly from: number;
  /** Size of a row [bytes]. */
  readonly each: number;
}

/** Returns the number of rows in a file of this size. */
export function rowsInBytes({ from, each }: RowCounter, bytes: number): number {
  return Math.max(0, Math.floor((bytes - from) / each));
}

/**
 * Encodes the number of rows.
 *
 * @throws UserError if the field is too short for the digits
 */
export function encodeRowCount({ digits }: RowCounter, rows: number): Uint8Array {
  if (digits > 0 ? String(rows).length > digits : rows >= 2 ** 32)
    throw new UserError(
      `it has ${rows} rows, and its result format has ${place(digits)} for the row count. Record fewer rows, or choose another format.`,
    );
  if (digits > 0) return new TextEncoder().encode(String(rows).padStart(digits));
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, rows, true);
  return bytes;
}

const place = (digits: number): string =>
  digits > 0 ? `${digits} ${digits === 1 ? 'digit' : 'digits'}` : '32 bits';

/**
 * Writes the row count into a file of this size. Rejects a file that ends before its first row,
 * because the count would overlap it.
 */
export function writeRowCount(path: string, count: RowCounter, bytes: number): void {
  if (bytes < count.from)
    throw new UserError(
      `it has ${bytes} bytes, but its result format starts the rows at byte ${count.from}. Correct the format, or choose another.`,
    );
  const handle = openSync(path, 'r+');
  try {
    const text = encodeRowCount(count, rowsInBytes(count, bytes));
    writeSync(handle, text, 0, text.length, count.at);
  } finally {
    closeSync(handle);
  }
}
