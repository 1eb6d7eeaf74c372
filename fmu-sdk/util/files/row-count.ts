import { closeSync, openSync, writeSync } from 'node:fs';
import { UserError } from '../user-error.ts';

/**
 * Where a file says how many rows it has, at byte `at`: in so many decimal digits, spaces before them, or, of 0 digits, in 32 bits, the lowest
 * first. Its rows begin at byte `from`.
 */
export interface Count {
  readonly at: number;
  readonly digits: number;
  readonly from: number;
  /** Bytes of a row. */
  readonly each: number;
}

/** Rows in so many bytes of the file. */
export function rowsOf({ from, each }: Count, bytes: number): number {
  return Math.max(0, Math.floor((bytes - from) / each));
}

/**
 * A number of rows as the file says it.
 *
 * @throws UserError where there is no place for so many digits, so that others would be written over
 */
export function countBytes({ digits }: Count, rows: number): Uint8Array {
  if (digits > 0 ? String(rows).length > digits : rows >= 2 ** 32)
    throw new UserError(
      `it has ${rows} rows, and its form of results has ${place(digits)} for their number. Record fewer, or choose another form.`,
    );
  if (digits > 0) return new TextEncoder().encode(String(rows).padStart(digits));
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, rows, true);
  return bytes;
}

const place = (digits: number): string =>
  digits > 0 ? `${digits} ${digits === 1 ? 'digit' : 'digits'}` : '32 bits';

/** Writes the number of rows of a file of so many bytes into it, over none of its rows and not behind its end. */
export function writeCount(path: string, count: Count, bytes: number): void {
  if (bytes < count.from)
    throw new UserError(
      `it has ${bytes} bytes, and its form of results says that rows begin at byte ${count.from}. Mend the form, or choose another.`,
    );
  const handle = openSync(path, 'r+');
  try {
    const text = countBytes(count, rowsOf(count, bytes));
    writeSync(handle, text, 0, text.length, count.at);
  } finally {
    closeSync(handle);
  }
}
