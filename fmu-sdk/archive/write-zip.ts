import JSZip from 'jszip';

/** Earliest date of a zip, used for all entries, so that equal content gives equal bytes. */
const date = new Date(Date.UTC(1980, 0, 1));

/** Returns a zip of the files in their order. The result is deterministic. */
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

export { writeAtomically } from '../util/files/atomic-write.ts';
