import JSZip from 'jszip';
import { archiveFrom } from '../../fmu-sdk/archive/archive.ts';
import { zlib } from '../../fmu-sdk/archive/open-archive.ts';
import { zip as writeArchive } from '../../fmu-sdk/archive/write-zip.ts';
import { readDirectory } from '../../fmu-sdk/archive/zip-directory.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { Broken, holds, reads, type Target } from '../fuzz-target.ts';
import { mutateZip } from '../mutate/mutate-zip.ts';

const limits = { archiveBytes: 1 << 20, entries: 50, entryBytes: 100_000, totalBytes: 200_000 };

/**
 * Archives. What is accepted has names below one folder, is what another reader reads, and is read
 * again when it is written.
 */
export const zip: Target = {
  name: 'zip',
  about: 'archives (.fmu, .ssp)',
  mutate: mutateZip,
  hasForm: (bytes) => reads(() => readDirectory(bytes, limits.entries)),
  run: async (bytes) => {
    const archive = archiveFrom('case.fmu', bytes, zlib, limits);
    const files = new Map<string, Uint8Array>();
    let refused = 0;
    for (const path of archive.paths) {
      refuseEscape(path);
      try {
        files.set(path, await archive.bytes(path));
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        refused++;
      }
    }
    const total = [...files.values()].reduce((n, { length }) => n + length, 0);
    holds(total <= limits.totalBytes, `${total} bytes came out`);
    // The other reader takes names from the entries' own headers: one that is another than in the
    // directory is refused here.
    if (refused === 0) await compare(bytes, files);
    await writtenAgain(files);
    return `accepted ${Math.min(files.size, 5)} ${Math.min(refused, 3)}`;
  },
};

function refuseEscape(path: string): void {
  const parts = path.split('/');
  holds(
    path !== '' && !path.startsWith('/') && !parts.includes('..') && !/[\\\0]|^[A-Za-z]:/.test(path),
    `the name ${JSON.stringify(path)} leaves the folder`,
  );
}

/**
 * Entries that the other reader accepts too have the same bytes. A name that is there twice is read
 * from its last entry by both.
 */
async function compare(bytes: Uint8Array, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const other = await JSZip.loadAsync(bytes).catch(() => undefined);
  for (const [path, content] of files) {
    const entry = other !== undefined && Object.hasOwn(other.files, path) ? other.files[path] : undefined;
    if (entry === undefined || entry.dir) continue;
    const same = await entry.async('uint8array').catch(() => undefined);
    if (same !== undefined && !Buffer.from(same).equals(content))
      throw new Broken(`${JSON.stringify(path)} has other bytes in another reader`);
  }
}

async function writtenAgain(files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  if (files.size === 0) return;
  const again = archiveFrom('again.fmu', await writeArchive(files), zlib);
  holds(again.paths.length === files.size, 'what is written again has other entries');
  for (const [path, content] of files)
    holds(
      Buffer.from(await again.bytes(path)).equals(content),
      `${path} is other bytes when it is written again`,
    );
}
