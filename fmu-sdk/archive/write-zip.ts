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

export { writeAtomically as writeWhole } from '../util/files/atomic-write.ts';
