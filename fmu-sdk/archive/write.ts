import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import JSZip from 'jszip';

/** All entries carry the earliest date that a zip can hold, so that the same content gives the same bytes. */
const date = new Date(Date.UTC(1980, 0, 1));

/** A zip of these files, in this order; deterministic. */
export async function zip(files: ReadonlyMap<string, string | Uint8Array>): Promise<Uint8Array> {
  const archive = new JSZip();
  for (const [path, content] of files) archive.file(path, content, { date, createFolders: false });
  return archive.generateAsync({
    type: 'uint8array',
    compression: 'DEFLATE',
    compressionOptions: { level: 9 },
    platform: 'DOS',
  });
}

/** Writes a file whole or not at all: under a passing name first, then renamed. */
export function writeWhole(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const passing = `${file}.${process.pid}.part`;
  try {
    writeFileSync(passing, content);
    renameSync(passing, file);
  } finally {
    rmSync(passing, { force: true });
  }
}
