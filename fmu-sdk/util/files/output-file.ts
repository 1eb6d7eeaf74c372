import { closeSync, constants, fchmodSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { standardOutput } from './output-target.ts';

/** A file that is written to its end, or an error says how far. */
export class Output {
  /** Bytes that were written. */
  bytes = 0;
  private readonly handle: number;
  private open = true;

  /** `path` is made anew, with these permissions where they are given; a device or a pipe is written as it is. */
  constructor(path: string, direct: boolean, mode?: number) {
    const { O_WRONLY, O_CREAT, O_EXCL, O_TRUNC } = constants;
    if (path === standardOutput) this.handle = 1;
    else this.handle = openSync(path, direct ? O_WRONLY | O_TRUNC : O_WRONLY | O_CREAT | O_EXCL);
    if (mode !== undefined) fchmodSync(this.handle, mode);
  }

  /** Never after it is closed: another file may have its descriptor then. */
  write(bytes: Uint8Array): void {
    if (!this.open) throw new Error('it is closed');
    for (let at = 0; at < bytes.length; ) {
      const written = this.attempt(bytes, at);
      at += written;
      this.bytes += written;
    }
  }

  /** What was written so far is on the disk. */
  sync(): void {
    unlessUnknown(() => fsyncSync(this.handle));
  }

  /** All of it is on the disk, and the file is closed. */
  finish(): void {
    const { handle } = this;
    this.open = false;
    try {
      if (handle !== 1) unlessUnknown(() => fsyncSync(handle));
    } finally {
      if (handle !== 1) closeSync(handle);
    }
  }

  /** Closes it, whatever became of it. */
  abandon(): void {
    if (!this.open) return;
    this.open = false;
    try {
      if (this.handle !== 1) closeSync(this.handle);
    } catch {
      // What was to be said of it has been said.
    }
  }

  private attempt(bytes: Uint8Array, at: number): number {
    for (;;)
      try {
        return writeSync(this.handle, bytes, at);
      } catch (error) {
        // A pipe whose reader is behind.
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
        Atomics.wait(pause, 0, 0, 1);
      }
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/** A name in a folder outlives a failure of power once the folder is on the disk. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    unlessUnknown(() => fsyncSync(handle));
  } finally {
    closeSync(handle);
  }
}

/** Some file systems and devices know of no fsync. */
function unlessUnknown(sync: () => void): void {
  try {
    sync();
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'ENOSYS', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
  }
}
