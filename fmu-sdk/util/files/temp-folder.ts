import { existsSync, lstatSync, mkdtempSync, readdirSync, readlinkSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../user-error.ts';
import { mayBeRunning, owner, ownerPattern, parseProcessId } from './process-id.ts';
import { removeTree } from './remove-tree.ts';
import { reasonOf } from './system-error.ts';
import { linkOf, recoverTemporaryFile } from './temp-file.ts';

const scratch = new RegExp(`^fmukit-[a-z]+-${ownerPattern}`);
/** Matches folders claimed for removal by a process that ended before removing them. */
const claimedName = new RegExp(`^fmukit-leaving-${ownerPattern}-`);
/** Number of folders that one start looks at, so that other runs do not make it slow. */
const mostLooked = 100;
/** Number of stale entries that one start removes, about a second of work. */
const share = 100_000;

const createdFolders = new Set<string>();
/** Number of folders from which on removed ones are forgotten. */
const fewestFolders = 64;
let nextLook = fewestFolders;
let listening = false;
let parent: string | undefined;

/**
 * Sets the folder in which this thread creates temporary folders. A thread that another one may end
 * runs nothing at its end, so the other one has to remove the folder.
 */
export function useTemporaryFolders(folder: string): void {
  parent = folder;
}

/**
 * Creates a temporary folder that only this user can enter. It is removed at the end of this
 * process, or at the next start.
 */
export function makeTemporaryFolder(kind: string): string {
  try {
    if (!listening) process.once('exit', removeAllTemporaryFolders);
    listening = true;
    const folder = mkdtempSync(join(parent ?? tmpdir(), `fmukit-${kind}-${owner}-`));
    createdFolders.add(folder);
    if (createdFolders.size >= nextLook) forgetRemoved();
    return folder;
  } catch (error) {
    const { reason } = reasonOf(error);
    throw new UserError(
      `make a temporary folder in ${tmpdir()}: ${reason}. Set TMPDIR to a writable folder with free space.`,
    );
  }
}

/**
 * Forgets folders that another process removed, such as the child process of an FMU. Waits until
 * their number has doubled, so that n folders cost n looks.
 */
function forgetRemoved(): void {
  for (const folder of createdFolders) if (!existsSync(folder)) createdFolders.delete(folder);
  nextLook = Math.max(fewestFolders, 2 * createdFolders.size);
}

export function removeTemporaryFolder(folder: string): void {
  if (removeTree(folder) === 'gone') createdFolders.delete(folder);
}

/** Removes the remaining temporary folders of this thread. */
export function removeAllTemporaryFolders(): void {
  for (const folder of createdFolders) removeTemporaryFolder(folder);
}

let cleared = false;

/**
 * Cleans up after processes of this user that ended early: removes temporary folders and recovers
 * rows of results (`settle`). Runs once in each thread. If there are very many folders, it looks at
 * a part of them.
 *
 * @returns one sentence for each folder that cannot be removed, which later calls ignore
 */
export function clearLeavings(): string[] {
  if (cleared) return [];
  cleared = true;
  return someLeavings().flatMap((name) => {
    const match = scratch.exec(name);
    if (match === null) return [];
    const path = join(tmpdir(), name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined || stat.uid !== (process.getuid?.() ?? stat.uid)) return [];
    if (mayBeRunning(parseProcessId(match), stat.mtimeMs)) return [];
    if (stat.isSymbolicLink()) recoverLinked(path);
    else return removeStaleFolder(name);
    return [];
  });
}

/**
 * Returns temporary folders and links, at most `mostLooked`. The first one differs between processes.
 */
function someLeavings(): string[] {
  const all = names(tmpdir()).filter((name) => scratch.test(name));
  const from = all.length <= mostLooked ? 0 : process.pid % all.length;
  return [...all.slice(from), ...all.slice(0, from)].slice(0, mostLooked);
}

/** Removes a stale folder. Renames it first, so that only one of several processes removes it. */
function removeStaleFolder(name: string): string[] {
  const mine = `fmukit-leaving-${owner}-${name.replace(claimedName, '').replace(/^fmukit-/, '')}`;
  let at = name;
  try {
    renameSync(join(tmpdir(), name), join(tmpdir(), mine));
    at = mine;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    // A folder that cannot be renamed is removed in place.
  }
  const path = join(tmpdir(), at);
  return removeTree(path, share) === 'refused' ? [setAside(path, name)] : [];
}

/**
 * Recovers the temporary file behind a link in the temporary folder. The link must have the file's
 * mark and the user as owner.
 */
function recoverLinked(link: string): void {
  try {
    const path = readlinkSync(link);
    if (linkOf(path) === link) recoverTemporaryFile(path);
    rmSync(link, { force: true });
  } catch {
    // Ignores errors: a later start finds the temporary file in its folder.
  }
}

/** Renames a folder to a name that later starts ignore. */
function setAside(path: string, name: string): string {
  let place = path;
  try {
    const aside = join(tmpdir(), name.replace(/^fmukit-/, 'fmukit.left-'));
    renameSync(path, aside);
    place = aside;
  } catch {
    // The folder stays in place.
  }
  return `${place} is left from a run that has ended, and part of it cannot be removed. Remove it manually.`;
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
