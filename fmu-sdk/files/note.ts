import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';

/** Digits that hold any number of bytes. */
const digits = 16;

/** A number in a file, written over and over: one short write in place, which a kill cannot tear and a full disk not refuse. */
export class Note {
  private readonly handle: number;
  private readonly text = Buffer.alloc(digits);

  constructor(path: string) {
    this.handle = openSync(path, 'wx');
    this.write(0);
  }

  write(value: number): void {
    this.text.write(String(value).padStart(digits, '0'), 'latin1');
    writeSync(this.handle, this.text, 0, digits, 0);
  }

  /** It is on the disk. */
  sync(): void {
    fdatasyncSync(this.handle);
  }

  close(): void {
    closeSync(this.handle);
  }
}
