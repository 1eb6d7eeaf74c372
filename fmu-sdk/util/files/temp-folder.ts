import { existsSync, lstatSync, mkdtempSync, readdirSync, readlinkSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../user-error.ts';
import { lives, owner, ownerOf, ownerPattern } from './process-id.ts';
import { removeTree } from './remove-tree.ts';
import { reasonOf } from './system-error.ts';
import { linkOf, settle } from './temp-file.ts';

const scratch = new RegExp(`^fmukit-[a-z]+-${ownerPattern}`);
/** What a process has claimed that was ended before it had removed it. */
const claimed = new RegExp(`^fmukit-leaving-${ownerPattern}-`);
/** Entries that a start removes of what an earlier one has left: about a second's work. */
const share = 100_000;

const own = new Set<string>();
let listening = false;

/** A folder for temporary files that only this user can enter; it goes with this process, or when the next one starts. */
export function makeScratch(kind: string): string {
  try {
    if (!listening) process.once('exit', removeAllScratch);
    listening = true;
    const folder = mkdtempSync(join(tmpdir(), `fmukit-${kind}-${owner}-`));
    // Those that were removed by others, as by a unit's process, are of no more interest.
    if (own.size >= 64) for (const each of own) if (!existsSync(each)) own.delete(each);
    own.add(folder);
    return folder;
  } catch (error) {
    const { reason } = reasonOf(error);
    throw new UserError(
      `make a temporary folder in ${tmpdir()}: ${reason}. Set TMPDIR to a folder with free space that you can write to.`,
    );
  }
}

export function removeScratch(folder: string): void {
  if (removeTree(folder) === 'gone') own.delete(folder);
}

/** What this thread has made and nobody has removed. */
export function removeAllScratch(): void {
  for (const folder of own) removeScratch(folder);
}

let cleared = false;

/**
 * Settles what processes of this user have left that ended before they could clear up: temporary folders go, rows of
 * results get their name (`settle`). Once for each thread.
 *
 * @returns a sentence for each folder that cannot be removed, which is left alone from then on
 */
export function clearLeavings(): string[] {
  if (cleared) return [];
  cleared = true;
  return names(tmpdir()).flatMap((name) => {
    const found = scratch.exec(name);
    if (found === null) return [];
    const path = join(tmpdir(), name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined || stat.uid !== (process.getuid?.() ?? stat.uid)) return [];
    if (lives(ownerOf(found), stat.mtimeMs)) return [];
    if (stat.isSymbolicLink()) settleLinked(path);
    else return removeLeft(name);
    return [];
  });
}

/** Removes a folder that was left, which has another name from then on: of several processes that start at a time one does. */
function removeLeft(name: string): string[] {
  const mine = `fmukit-leaving-${owner}-${name.replace(claimed, '').replace(/^fmukit-/, '')}`;
  let at = name;
  try {
    renameSync(join(tmpdir(), name), join(tmpdir(), mine));
    at = mine;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    // What cannot be renamed is removed where it is.
  }
  const path = join(tmpdir(), at);
  return removeTree(path, share) === 'refused' ? [setAside(path, name)] : [];
}

/** A passing file, wherever it is: its link in the folder for temporary files has its mark, and is of the same user. */
function settleLinked(link: string): void {
  try {
    const path = readlinkSync(link);
    if (linkOf(path) === link) settle(path);
    rmSync(link, { force: true });
  } catch {
    // It is nobody's loss: the passing file is found again in its own folder.
  }
}

/** Under a name that no later start looks at. */
function setAside(path: string, name: string): string {
  let place = path;
  try {
    const aside = join(tmpdir(), name.replace(/^fmukit-/, 'fmukit.left-'));
    renameSync(path, aside);
    place = aside;
  } catch {
    // Then it stays where it is.
  }
  return `${place} was left by a run that has ended, and something in it cannot be removed. Remove it yourself.`;
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
