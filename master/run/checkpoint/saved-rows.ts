import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { type Count, countBytes } from '../../../fmu-sdk/util/files/row-count.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';

/** The first bytes of a file of results that a checkpoint counts on. */
export interface KeptRows {
  readonly bytes: number;
  /** SHA-256 of them, zeros in place of the number of rows where the form says it. */
  readonly sha256: string;
  /** Where that number stands. */
  readonly count?: Count;
}

const block = 1 << 20;

/** SHA-256 of the first bytes of a file that grows: each of them is read once. */
export class RowsHash {
  private readonly hash: Hash = createHash('sha256');
  private at = 0;

  constructor(private readonly count: Count | undefined) {}

  /** Of so many first bytes, no fewer than the last time. `see` is given each piece. */
  of(path: string, bytes: number, see: (piece: Uint8Array) => void = () => {}): string {
    if (bytes > this.at) this.read(path, bytes, see);
    return this.hash.copy().digest('hex');
  }

  private read(path: string, bytes: number, see: (piece: Uint8Array) => void): void {
    const handle = openSync(path, 'r');
    try {
      const buffer = new Uint8Array(Math.min(block, Math.max(0, bytes - this.at)));
      while (this.at < bytes) {
        const read = readSync(handle, buffer, 0, Math.min(buffer.length, bytes - this.at), this.at);
        if (read === 0) throw new RangeError(`it has ${this.at} bytes`);
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
    const { length } = countBytes(count, 0);
    const [from, to] = [Math.max(0, count.at - at), Math.min(piece.length, count.at + length - at)];
    return from < to ? piece.slice().fill(0, from, to) : piece;
  }
}

/**
 * Hands the kept rows over from a file that has them and more; what goes on with their hash.
 *
 * @throws UserError where it has not, with what is to be done
 */
export function takeRows(
  from: string,
  { bytes, sha256, count }: KeptRows,
  checkpoint: string,
  write: (piece: Uint8Array) => void,
): RowsHash {
  const hash = new RowsHash(count);
  let found: string;
  try {
    found = hash.of(from, bytes, write);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `resume ${checkpoint}: the ${bytes} bytes of results up to it are to be in ${from}, and ${messageOf(error)}. ` +
        'Put the part of the results that the run has left there, unless the run still goes on.',
    );
  }
  if (found !== sha256)
    throw new UserError(
      `resume ${checkpoint}: the first ${bytes} bytes of ${from} are not the results up to it (SHA-256 ${found.slice(0, 16)}…, and was ${sha256.slice(0, 16)}…). ` +
        'Put the part of the results of this very run there, or begin it anew.',
    );
  return hash;
}
