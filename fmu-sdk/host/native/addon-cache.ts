import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { homeFolder } from '../../util/files/home-folder.ts';
import { makeFolder } from '../../util/files/make-folder.ts';
import { Output, syncFolder } from '../../util/files/output-file.ts';
import { lives, owner, ownerOf, ownerPattern } from '../../util/files/process-id.ts';
import { removeTree } from '../../util/files/remove-tree.ts';

/** Checksums of an entry's files, written last: what is there without it, or differs, was not finished or is damaged. */
const sums = 'sha256';

/** A folder in which an entry is made. */
const passingName = new RegExp(`^native-[0-9a-f]+-${ownerPattern}`);
const here = owner.split('-')[2];

/** Where programs may be kept, the best first: beside the packages, as build tools do; in the user's cache; at worst among temporary files. */
export function cacheFolders(packages: string): string[] {
  const given = process.env.XDG_CACHE_HOME ?? '';
  const home = homeFolder();
  // XDG Base Directory Specification: a path that is not absolute is to be ignored.
  const cache = isAbsolute(given) ? given : home && join(home, '.cache');
  return [
    join(packages, '.cache', 'fmukit'),
    ...(cache === undefined ? [] : [join(cache, 'fmukit')]),
    join(tmpdir(), `fmukit-cache-${process.getuid?.() ?? 'user'}`),
  ];
}

/** An entry with these files, if it is whole, can be run, and nobody but this user or root can have written it. */
export function kept(folder: string, name: string, files: readonly string[]): string | undefined {
  return tried(() => {
    const entry = join(folder, name);
    if (![folder, entry, ...[...files, sums].map((file) => join(entry, file))].every(trusted))
      return undefined;
    for (const file of files) accessSync(join(entry, file), constants.X_OK);
    return readFileSync(join(entry, sums), 'utf8') === sumsOf(entry, files) ? entry : undefined;
  });
}

/**
 * Makes an entry: `fill` writes its files into a passing folder, which takes the entry's name at once. Of two at a time one
 * is kept; what a killed one has left goes.
 *
 * @throws what the system says, where the folder cannot be used; what `fill` throws
 */
export function keep(
  folder: string,
  name: string,
  files: readonly string[],
  fill: (passing: string) => void,
): string {
  prepare(folder);
  const entry = join(folder, name);
  if (madeByAnother(folder, name, files)) return entry;
  const passing = mkdtempSync(join(folder, `${name}-${owner}-`));
  const damaged = `${passing}-damaged`;
  try {
    fill(passing);
    seal(passing, files, shareOf(folder));
    if (kept(folder, name, files) === undefined) {
      if (existsSync(entry)) renameSync(entry, damaged);
      renameEntry(passing, entry, () => kept(folder, name, files) !== undefined);
      syncFolder(folder);
    }
  } finally {
    removeTree(passing);
    removeTree(damaged);
  }
  return entry;
}

/** How long it is waited for another process at most [ms], and how often it is looked [ms]. */
const mostWaiting = 120_000;
const glance = 50;

/** Waits while another process makes the entry: to make it beside that would take both of them longer. Whether it is there then. */
function madeByAnother(folder: string, name: string, files: readonly string[]): boolean {
  const sleep = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited < mostWaiting && isMaking(folder, name); waited += glance)
    Atomics.wait(sleep, 0, 0, glance);
  return kept(folder, name, files) !== undefined;
}

/** Whether another process of this machine is at it. */
function isMaking(folder: string, name: string): boolean {
  return readdirSync(folder).some((each) => {
    const found = each.startsWith(`${name}-`) ? passingName.exec(each) : null;
    if (found === null) return false;
    const maker = ownerOf(found);
    // Of another machine, or another thread of this process, it is not known whether it is still at work.
    return maker.pid !== process.pid && maker.place === here && lives(maker, 0);
  });
}

function renameEntry(passing: string, entry: string, there: () => boolean): void {
  try {
    renameSync(passing, entry);
  } catch (error) {
    // Another process was faster.
    if (!there()) throw error;
  }
}

/** The folder is there, ours or root's, and nobody else can write in it. */
function prepare(folder: string): void {
  makeShared(folder);
  if (!trusted(folder)) {
    // One of ours from before, made when the umask let others write.
    if (lstatSync(folder).uid === process.getuid?.()) chmodSync(folder, statSync(folder).mode & 0o755);
    if (!trusted(folder)) throw new Error(`others may write in ${folder}`);
  }
  accessSync(folder, constants.W_OK | constants.X_OK);
  for (const name of readdirSync(folder)) {
    const found = passingName.exec(name);
    const path = join(folder, name);
    if (found !== null && !lives(ownerOf(found), lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0))
      removeTree(path);
  }
}

/** Makes folders that others may use as they may use the one in which they stand, whatever this user's umask. */
function makeShared(folder: string): void {
  if (existsSync(folder)) return;
  makeShared(dirname(folder));
  makeFolder(folder);
  chmodSync(folder, 0o700 | shareOf(dirname(folder)));
}

/** What others may do in a folder but write. */
const shareOf = (folder: string): number => statSync(folder).mode & 0o055;

/** Gives the files their permissions and checksums, and brings them to the disk. */
function seal(passing: string, files: readonly string[], share: number): void {
  for (const file of files) chmodSync(join(passing, file), 0o700 | share);
  const output = new Output(join(passing, sums), false, 0o600 | (share & 0o044));
  output.write(Buffer.from(sumsOf(passing, files)));
  output.finish();
  chmodSync(passing, 0o700 | share);
  syncFolder(passing);
}

function sumsOf(entry: string, files: readonly string[]): string {
  const sum = (file: string): string =>
    createHash('sha256')
      .update(readFileSync(join(entry, file)))
      .digest('hex');
  return files.map((file) => `${sum(file)}  ${file}\n`).join('');
}

function trusted(path: string): boolean {
  const { uid, mode } = lstatSync(path);
  return (uid === 0 || uid === (process.getuid?.() ?? uid)) && (mode & 0o022) === 0;
}

function tried<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
