import { closeSync, openSync, writeSync } from 'node:fs';

/** Where a file says how many rows it has: in decimal digits at byte `at`, spaces before them; its rows begin at byte `from`. */
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

/** Writes the number of rows of a file of so many bytes into it. */
export function writeCount(path: string, count: Count, bytes: number): void {
  const handle = openSync(path, 'r+');
  try {
    const text = String(rowsOf(count, bytes)).padStart(count.digits);
    writeSync(handle, text, count.at, 'latin1');
  } finally {
    closeSync(handle);
  }
}
