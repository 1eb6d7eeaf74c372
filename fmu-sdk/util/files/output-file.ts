import { closeSync, constants, fchmodSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { standardOutput } from './output-target.ts';

/** A file that is written completely, or reports how many bytes were written. */
export class OutputFile {
  /** Number of bytes written. */
  bytes = 0;
  private readonly handle: number;
  private open = true;

  /** Creates `path` with these permissions, if given. Opens a device or pipe as it is. */
  constructor(path: string, direct: boolean, mode?: number) {
    const { O_WRONLY, O_CREAT, O_EXCL, O_TRUNC } = constants;
    if (path === standardOutput) this.handle = 1;
    else this.handle = openSync(path, direct ? O_WRONLY | O_TRUNC : O_WRONLY | O_CREAT | O_EXCL);
    if (mode !== undefined) fchmodSync(this.handle, mode);
  }

  /**
   * Writes bytes. Fails if the file is closed, because another file may own the descriptor by then.
   */
  write(bytes: Uint8Array): void {
    if (!this.open) throw new Error('the file is closed');
    for (let at = 0; at < bytes.length; ) {
      const written = this.attempt(bytes, at);
      at += written;
      this.bytes += written;
    }
  }

  /** Flushes all written bytes to the disk. */
  sync(): void {
    ignoreUnsupported(() => fsyncSync(this.handle));
  }

  /** Flushes all written bytes to the disk and closes the file. */
  finish(): void {
    const { handle } = this;
    this.open = false;
    try {
      if (handle !== 1) ignoreUnsupported(() => fsyncSync(handle));
    } finally {
      if (handle !== 1) closeSync(handle);
    }
  }

  /** Closes the file and ignores errors. */
  abandon(): void {
    if (!this.open) return;
    this.open = false;
    try {
      if (this.handle !== 1) closeSync(this.handle);
    } catch {
      // An earlier error was already reported.
    }
  }

  private attempt(bytes: Uint8Array, at: number): number {
    for (;;)
      try {
        return writeSync(this.handle, bytes, at);
      } catch (error) {
        // EAGAIN: the reader of the pipe has not caught up yet.
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
        Atomics.wait(pause, 0, 0, 1);
      }
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Flushes a folder to the disk, so that new names in it survive a power failure. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    ignoreUnsupported(() => fsyncSync(handle));
  } finally {
    closeSync(handle);
  }
}

/** Ignores the error of file systems and devices that do not support fsync. */
function ignoreUnsupported(sync: () => void): void {
  try {
    sync();
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'ENOSYS', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
  }
}
