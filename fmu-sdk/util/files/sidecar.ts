import { fstatSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../user-error.ts';
import { Descriptor } from './descriptor.ts';
import { makeFolder } from './make-folder.ts';
import { reasonOf } from './system-error.ts';

/**
 * A file beside the results of a run that is written during the run. If writing fails, it throws
 * once and drops all later data.
 */
export class SidecarFile {
  private readonly descriptor: Descriptor;
  private bytes = 0;
  private lost = false;

  /**
   * @param what operation, for messages
   * @throws UserError if the file cannot be created
   */
  constructor(
    private readonly what: string,
    readonly file: string,
  ) {
    try {
      makeFolder(dirname(file));
      this.descriptor = new Descriptor(openSync(file, 'w'), `${what} ${file}`);
    } catch (error) {
      throw this.refusal(error, '');
    }
  }

  /** @throws UserError at the first failed write, and if the file is closed */
  write(bytes: Uint8Array): void {
    if (this.lost) return;
    const { fd } = this.descriptor;
    try {
      for (let at = 0; at < bytes.length; ) {
        const written = writeSync(fd, bytes, at);
        at += written;
        this.bytes += written;
      }
    } catch (error) {
      this.lost = true;
      throw this.refusal(error, ` after ${this.bytes} bytes`);
    }
  }

  close(): void {
    this.descriptor.close();
  }

  /** Closes the file and removes it if it is a regular file. */
  remove(): void {
    const isFile = fstatSync(this.descriptor.fd).isFile();
    this.close();
    if (isFile) rmSync(this.file, { force: true });
  }

  private refusal(error: unknown, how: string): UserError {
    const { reason, next } = reasonOf(error);
    return new UserError(`${this.what} ${this.file}: ${reason}${how}. ${next}.`);
  }
}
