import { fstatSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../user-error.ts';
import { Descriptor } from './descriptor.ts';
import { makeFolder } from './make-folder.ts';
import { reasonOf } from './system-error.ts';

/** A file beside the results of a run, written as it comes. Where it finds no room, that is told once, and what comes then has no place. */
export class FileBeside {
  private readonly descriptor: Descriptor;
  private bytes = 0;
  private lost = false;

  /**
   * @param what the operation, for messages
   * @throws UserError where it cannot be made
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

  /** @throws UserError the first time that it cannot be written, and where it was closed */
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

  /** Closes it and takes it away, where it is a file and nothing that only looks like one. */
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
