import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folder of a target for its cases, because the program reads them from files. */
export class ScratchFolder {
  private path: string | undefined;

  /** Writes a file into the folder, and returns its path. */
  write(name: string, bytes: Uint8Array | string): string {
    this.path ??= mkdtempSync(join(tmpdir(), 'fmukit-fuzz-'));
    const file = join(this.path, name);
    writeFileSync(file, bytes);
    return file;
  }

  remove(): void {
    if (this.path !== undefined) rmSync(this.path, { recursive: true, force: true });
    this.path = undefined;
  }
}
