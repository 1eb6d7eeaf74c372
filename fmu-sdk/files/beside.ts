import { closeSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../error.ts';
import { makeFolder } from './folder.ts';
import { reasonOf } from './reason.ts';

/** A file beside the results of a run, written as it comes. Where it finds no room, that is told once, and what comes then has no place. */
export class FileBeside {
  private readonly descriptor: number;
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
      this.descriptor = openSync(file, 'w');
    } catch (error) {
      throw this.refusal(error, '');
    }
  }

  /** @throws UserError the first time that it cannot be written */
  write(bytes: Uint8Array): void {
    if (this.lost) return;
    try {
      for (let at = 0; at < bytes.length; ) {
        const written = writeSync(this.descriptor, bytes, at);
        at += written;
        this.bytes += written;
      }
    } catch (error) {
      this.lost = true;
      throw this.refusal(error, ` after ${this.bytes} bytes`);
    }
  }

  close(): void {
    closeSync(this.descriptor);
  }

  private refusal(error: unknown, how: string): UserError {
    const { reason, next } = reasonOf(error);
    return new UserError(`${this.what} ${this.file}: ${reason}${how}. ${next}.`);
  }
}
