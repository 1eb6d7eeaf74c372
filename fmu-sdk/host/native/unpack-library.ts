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
  const folder = unitFolder();
  try {
    return await unpackInto(folder, { archive, path: library, fmi });
  } catch (error) {
    removeUnpacked({ folder });
    throw error;
  }
}

/** A library in an archive. */
interface PackedLibrary {
  readonly archive: Archive;
  readonly path: string;
  readonly fmi: FmiMajor;
}

/** Unpacks libraries for one process into one folder, each once. */
export async function unpackGroup(
  libraries: readonly PackedLibrary[],
): Promise<{ folder: string; files: Map<Archive['content'], Map<string, Unpacked>> }> {
  const folder = unitFolder();
  const files = new Map<Archive['content'], Map<string, Unpacked>>();
  try {
    for (const [i, library] of libraries.entries()) {
      const { content } = library.archive;
      const known = files.get(content) ?? new Map<string, Unpacked>();
      files.set(content, known);
      if (!known.has(library.path)) known.set(library.path, await unpackInto(join(folder, `${i}`), library));
    }
    return { folder, files };
  } catch (error) {
    removeUnpacked({ folder });
    throw error;
  }
}

/** Makes the folder of a process, with the working folder, which receives files written without a path. */
function unitFolder(): string {
  for (const warning of clearLeavings()) process.emitWarning(warning);
  const folder = makeTemporaryFolder('unit');
  mkdirSync(join(folder, 'work'));
  return folder;
}

async function unpackInto(folder: string, { archive, path, fmi }: PackedLibrary): Promise<Unpacked> {
  const libraryFolder = `${dirname(path)}/`;
  const needed = (file: string): boolean =>
    file.startsWith(libraryFolder) || file.startsWith('resources/') || file === 'modelDescription.xml';
  const wanted = archive.paths.filter(needed);
  for (const file of wanted) write(archive.file, join(folder, file), await archive.bytes(file));
  return { folder, library: join(folder, path), resources: resourcesOf(folder, wanted, fmi) };
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
