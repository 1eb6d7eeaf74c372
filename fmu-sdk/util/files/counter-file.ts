import { fdatasyncSync, openSync, writeSync } from 'node:fs';
import { Descriptor } from './descriptor.ts';

/** Digits that are enough for any number of bytes. */
const digits = 16;

/**
 * A number in a file that is overwritten in place with one short write. A killed process cannot
 * leave half a number, and a full disk cannot fail the write.
 */
export class CounterFile {
  private readonly handle: Descriptor;
  private readonly text = Buffer.alloc(digits);

  constructor(path: string) {
    this.handle = new Descriptor(openSync(path, 'wx'), `note ${path}`);
    try {
      this.write(0);
    } catch (error) {
      this.handle.close();
      throw error;
    }
  }

  write(value: number): void {
    this.text.write(String(value).padStart(digits, '0'), 'latin1');
    writeSync(this.handle.fd, this.text, 0, digits, 0);
  }

  /** Flushes the number to the disk. */
  sync(): void {
    fdatasyncSync(this.handle.fd);
  }

  close(): void {
    this.handle.close();
  }
}
