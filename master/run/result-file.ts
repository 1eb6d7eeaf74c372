import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf, UserError } from '../../fmu-sdk/error.ts';

/** `x.csv` while it is being written, and `x.partial.csv` when the run ended early. */
export const partName = (file: string): string => `${file}.part`;
export const partialName = (file: string): string => file.replace(/(\.[^./\\]*)?$/, '.partial$1');

/** A file of results that gets its name only when it is whole. */
export class ResultFile {
  readonly file: string;
  private readonly handle: number;
  private bytes = 0;

  constructor(file: string) {
    this.file = file;
    try {
      mkdirSync(dirname(file), { recursive: true });
      this.handle = openSync(partName(file), 'w');
    } catch (error) {
      throw new UserError(`record ${file}: ${messageOf(error)}. Name a file that can be written.`);
    }
  }

  readonly write = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.handle, bytes, at);
    this.bytes += bytes.length;
  };

  /** Gives it its name: that of a whole result or of a part of one. Nothing is left of it where nothing was written. */
  close(whole: boolean): string | undefined {
    closeSync(this.handle);
    if (this.bytes === 0) {
      rmSync(partName(this.file), { force: true });
      return undefined;
    }
    const name = whole ? this.file : partialName(this.file);
    renameSync(partName(this.file), name);
    if (whole) rmSync(partialName(this.file), { force: true });
    return name;
  }
}
