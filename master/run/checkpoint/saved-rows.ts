import { createHash, type Hash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import { encodeRowCount, type RowCounter } from '../../../fmu-sdk/util/files/row-count.ts';
import { openRegularFile } from '../../../fmu-sdk/util/regular-file.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';

/** First bytes of a result file that a checkpoint depends on. */
export interface SavedRows {
  readonly bytes: number;
  /** SHA-256 of the bytes. A row count in the header is hashed as zeros. */
  readonly sha256: string;
  /** Position of the row count. */
  readonly count?: RowCounter;
}

const block = 1 << 20;

/** Computes SHA-256 of a growing file and reads each byte once. */
export class RowsHash {
  private readonly hash: Hash = createHash('sha256');
  private at = 0;

  constructor(private readonly count: RowCounter | undefined) {}

  /**
   * Returns the hash of the first `bytes` bytes, at least as many as before. `see` receives each
   * piece.
   */
  of(path: string, bytes: number, see: (piece: Uint8Array) => void = () => {}): string {
    if (bytes > this.at) this.read(path, bytes, see);
    return this.hash.copy().digest('hex');
  }

  private read(path: string, bytes: number, see: (piece: Uint8Array) => void): void {
    const handle = openRegularFile(path);
    try {
      const buffer = new Uint8Array(Math.min(block, Math.max(0, bytes - this.at)));
      while (this.at < bytes) {
        const read = readSync(handle, buffer, 0, Math.min(buffer.length, bytes - this.at), this.at);
        if (read === 0) throw new RangeError(`the file has ${this.at} bytes`);
        const piece = buffer.subarray(0, read);
        see(piece);
        this.hash.update(this.withoutCount(piece));
        this.at += read;
      }
    } finally {
      closeSync(handle);
    }
  }

  private withoutCount(piece: Uint8Array): Uint8Array {
    const { count, at } = this;
    if (count === undefined) return piece;
    const { length } = encodeRowCount(count, 0);
    const [from, to] = [Math.max(0, count.at - at), Math.min(piece.length, count.at + length - at)];
    return from < to ? piece.slice().fill(0, from, to) : piece;
  }
}

/**
 * Copies the saved rows from a file that may contain more. Returns their hash, to continue it.
 *
 * @throws UserError with the next step if the rows are missing
 */
export function copySavedRows(
  from: string,
  { bytes, sha256, count }: SavedRows,
  savedIn: string,
  write: (piece: Uint8Array) => void,
): RowsHash {
  const hash = new RowsHash(count);
  let actualHash: string;
  try {
    actualHash = hash.of(from, bytes, write);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `resume ${savedIn}: expected the ${bytes} bytes of results up to it in ${from}: ${messageOf(error)}. ` +
        'Put the partial results of the run there, unless the run is still going on.',
    );
  }
  if (actualHash !== sha256)
    throw new UserError(
      `resume ${savedIn}: the first ${bytes} bytes of ${from} are not the results up to it (SHA-256 ${actualHash.slice(0, 16)}…, expected ${sha256.slice(0, 16)}…). ` +
        'Put the partial results of this run there, or start the run again.',
    );
  return hash;
}
