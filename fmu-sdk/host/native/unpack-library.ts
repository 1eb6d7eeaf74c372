import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Archive } from '../../archive/archive.ts';
import type { FmiMajor } from '../../standard/fmi-version.ts';
import { makeFolder } from '../../util/files/make-folder.ts';
import { reasonOf } from '../../util/files/system-error.ts';
import { clearLeavings, makeTemporaryFolder, removeTemporaryFolder } from '../../util/files/temp-folder.ts';
import { UserError } from '../../util/user-error.ts';

/** The unpacked files of a native FMU, in a private folder that is removed with the FMU. */
export interface Unpacked {
  folder: string;
  /** Path of the library. */
  library: string;
  /**
   * Location of the resources, or in FMI 1.0 of the FMU, in the form of the FMI version. An empty text
   * without resources.
   */
  resources: string;
}

/**
 * Unpacks the library, its neighbours, the description, which some FMUs read, and the resources
 * into a folder that only this user can read. `library` is its path in the archive.
 */
export async function unpack(archive: Archive, library: string, fmi: FmiMajor): Promise<Unpacked> {
  for (const warning of clearLeavings()) process.emitWarning(warning);
  const folder = makeTemporaryFolder('unit');
  try {
    // Working folder of an isolated FMU, which receives files written without a path.
    mkdirSync(join(folder, 'work'));
    const libraryFolder = `${dirname(library)}/`;
    const needed = (path: string): boolean =>
      path.startsWith(libraryFolder) || path.startsWith('resources/') || path === 'modelDescription.xml';
    const wanted = archive.paths.filter(needed);
    for (const path of wanted) write(archive.file, join(folder, path), await archive.bytes(path));
    return { folder, library: join(folder, library), resources: resourcesOf(folder, wanted, fmi) };
  } catch (error) {
    removeUnpacked({ folder });
    throw error;
  }
}

/** Unpacked files that instances in this process share. The last one removes them. */
export class SharedFiles {
  private users = 0;

  private constructor(readonly files: Unpacked) {}

  /** Returns the files of a library, unpacked once for each `shared`. `leave` ends their use. */
  static async of(
    shared: Map<unknown, unknown>,
    archive: Archive,
    library: string,
    fmi: FmiMajor,
  ): Promise<SharedFiles> {
    const known = (shared.get(SharedFiles) ?? new Map()) as Map<unknown, Map<string, SharedFiles>>;
    shared.set(SharedFiles, known);
    const ofArchive = known.get(archive.content) ?? new Map<string, SharedFiles>();
    known.set(archive.content, ofArchive);
    let files = ofArchive.get(library);
    if (files === undefined || files.users === 0)
      files = new SharedFiles(await unpack(archive, library, fmi));
    ofArchive.set(library, files);
    files.users++;
    return files;
  }

  leave(): void {
    this.users--;
    if (this.users === 0) removeUnpacked(this.files);
  }
}

export function removeUnpacked({ folder }: Pick<Unpacked, 'folder'>): void {
  removeTemporaryFolder(folder);
}

function write(what: string, file: string, bytes: Uint8Array): void {
  try {
    makeFolder(dirname(file));
    writeFileSync(file, bytes);
    chmodSync(file, 0o700);
  } catch (error) {
    const { reason } = reasonOf(error);
    throw new UserError(
      `unpack ${what}: ${reason} in ${dirname(file)}. Set TMPDIR to a folder with space for its ${bytes.length} bytes.`,
    );
  }
}

/**
 * Returns the location: for FMI 1.0 and 2.0 a URI, for FMI 3.0 a path that ends with a separator, or
 * '' without resources.
 */
function resourcesOf(folder: string, wanted: readonly string[], fmi: FmiMajor): string {
  if (fmi === 1) return pathToFileURL(folder).href;
  const path = join(folder, 'resources');
  if (fmi === 3) return wanted.some((candidate) => candidate.startsWith('resources/')) ? `${path}/` : '';
  makeFolder(path);
  return pathToFileURL(path).href;
}
