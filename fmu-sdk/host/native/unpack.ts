import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { threadId } from 'node:worker_threads';
import type { Archive } from '../../archive/archive.ts';

/** What a native unit needs of its archive, in a private folder that goes when the unit does. */
export interface Unpacked {
  folder: string;
  /** Path of the library. */
  library: string;
  /** Where the unit's resources are, as the standard's version says it: '' when there are none. */
  resources: string;
}

const prefix = 'fmukit-unit-';
/** Of folders of this thread. */
const own = `${prefix}${process.pid}-${threadId}-`;
let started = false;

/**
 * Writes the library, what lies beside it, and the resources into a folder that only this user can read.
 * `library` is its path in the archive.
 */
export async function unpack(archive: Archive, library: string, fmi: 2 | 3): Promise<Unpacked> {
  if (!started) process.once('exit', removeOwn);
  if (!started) removeStale();
  started = true;
  const folder = mkdtempSync(join(tmpdir(), own));
  try {
    // Where an isolated unit works: files that it writes without a path land here.
    mkdirSync(join(folder, 'work'));
    const beside = `${dirname(library)}/`;
    const wanted = archive.paths.filter((path) => path.startsWith(beside) || path.startsWith('resources/'));
    for (const path of wanted) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, await archive.bytes(path));
      chmodSync(file, 0o700);
    }
    return { folder, library: join(folder, library), resources: resourcesOf(folder, wanted, fmi) };
  } catch (error) {
    removeUnpacked({ folder });
    throw error;
  }
}

export function removeUnpacked({ folder }: Pick<Unpacked, 'folder'>): void {
  rmSync(folder, { recursive: true, force: true });
}

/** FMI 2.0: a URI; FMI 3.0: a path that ends with a separator, none without resources. */
function resourcesOf(folder: string, wanted: readonly string[], fmi: 2 | 3): string {
  const path = join(folder, 'resources');
  if (fmi === 3) return wanted.some((each) => each.startsWith('resources/')) ? `${path}/` : '';
  mkdirSync(path, { recursive: true });
  return pathToFileURL(path).href;
}

/** What an error that nobody caught has left open. */
function removeOwn(): void {
  for (const name of readdirSync(tmpdir()))
    if (name.startsWith(own)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
}

/** Removes what processes of this user have left that were ended before they could clear up. */
function removeStale(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
    if (!Number.isInteger(owner) || lives(owner)) continue;
    const path = join(tmpdir(), name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory() && found.uid === process.getuid?.())
      rmSync(path, { recursive: true, force: true });
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
