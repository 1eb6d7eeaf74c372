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
import { homeFolder } from '../../../util/files/home-folder.ts';
import { makeFolder } from '../../../util/files/make-folder.ts';
import { OutputFile, syncFolder } from '../../../util/files/output-file.ts';
import { mayBeRunning, owner, ownerPattern, parseProcessId } from '../../../util/files/process-id.ts';
import { removeTree } from '../../../util/files/remove-tree.ts';

/**
 * Checksums of an entry's files, written last. An entry without them or with different files is
 * incomplete or damaged.
 */
const sums = 'sha256';

/** Temporary folder in which an entry is created. */
const temporaryEntryName = new RegExp(`^native-[0-9a-f]+-${ownerPattern}`);
const thisMachine = owner.split('-')[2];

/**
 * Lists candidate folders for programs, the best first: beside the packages, as build tools do, in
 * the user's cache, or among temporary files.
 */
export function cacheFolders(packages: string): string[] {
  const cacheHome = process.env.XDG_CACHE_HOME ?? '';
  const home = homeFolder();
  // XDG Base Directory Specification: a relative path must be ignored.
  const cache = isAbsolute(cacheHome) ? cacheHome : home && join(home, '.cache');
  return [
    join(packages, '.cache', 'fmukit'),
    ...(cache === undefined ? [] : [join(cache, 'fmukit')]),
    join(tmpdir(), `fmukit-cache-${process.getuid?.() ?? 'user'}`),
  ];
}

/**
 * Returns an entry with these files if it is complete, executable, and writable only by this user
 * or root.
 */
export function findEntry(folder: string, name: string, files: readonly string[]): string | undefined {
  return tried(() => {
    const entry = join(folder, name);
    if (![folder, entry, ...[...files, sums].map((file) => join(entry, file))].every(trusted))
      return undefined;
    for (const file of files) accessSync(join(entry, file), constants.X_OK);
    return readFileSync(join(entry, sums), 'utf8') === sumsOf(entry, files) ? entry : undefined;
  });
}

/**
 * Creates an entry: `fill` writes its files into a temporary folder, which is then renamed. If two
 * processes do so, one entry remains. Leftovers of killed processes are removed.
 *
 * @param pause waits for a number of milliseconds
 * @throws the error of the operating system if the folder cannot be used, or the error of `fill`
 */
export function createEntry(
  folder: string,
  name: string,
  files: readonly string[],
  fill: (temporaryEntry: string) => void,
  pause: (milliseconds: number) => void = wait,
): string {
  prepare(folder);
  const entry = join(folder, name);
  for (let waited = 0; waited < mostWaiting && isMaking(folder, name); waited += glance) pause(glance);
  if (findEntry(folder, name, files) !== undefined) return entry;
  const temporaryEntry = mkdtempSync(join(folder, `${name}-${owner}-`));
  const damaged = `${temporaryEntry}-damaged`;
  try {
    fill(temporaryEntry);
    seal(temporaryEntry, files, shareOf(folder));
    if (findEntry(folder, name, files) === undefined) {
      if (existsSync(entry)) renameSync(entry, damaged);
      renameEntry(temporaryEntry, entry, () => findEntry(folder, name, files) !== undefined);
      syncFolder(folder);
    }
  } finally {
    removeTree(temporaryEntry);
    removeTree(damaged);
  }
  return entry;
}

/**
 * Longest time to wait for another process that creates the entry, and interval of the checks [ms].
 * Creating it twice would slow down both.
 */
const mostWaiting = 120_000;
const glance = 50;

function wait(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Reports whether another process on this machine is creating the entry. */
function isMaking(folder: string, name: string): boolean {
  return readdirSync(folder).some((candidate) => {
    const match = candidate.startsWith(`${name}-`) ? temporaryEntryName.exec(candidate) : null;
    if (match === null) return false;
    const maker = parseProcessId(match);
    // It is unknown whether a process on another machine or another thread of this process is still
    // working.
    return maker.pid !== process.pid && maker.machine === thisMachine && mayBeRunning(maker, 0);
  });
}

function renameEntry(temporaryEntry: string, entry: string, entryExists: () => boolean): void {
  try {
    renameSync(temporaryEntry, entry);
  } catch (error) {
    // Another process was faster.
    if (!entryExists()) throw error;
  }
}

/** Creates the folder. Only this user or root may own it or write to it. */
function prepare(folder: string): void {
  makeShared(folder);
  if (!trusted(folder)) {
    // An earlier folder of this user, created when the umask allowed others to write.
    if (lstatSync(folder).uid === process.getuid?.()) chmodSync(folder, statSync(folder).mode & 0o755);
    if (!trusted(folder)) throw new Error(`other users may write in ${folder}`);
  }
  accessSync(folder, constants.W_OK | constants.X_OK);
  for (const name of readdirSync(folder)) {
    const match = temporaryEntryName.exec(name);
    const path = join(folder, name);
    if (
      match !== null &&
      !mayBeRunning(parseProcessId(match), lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    )
      removeTree(path);
  }
}

/** Creates folders with the access rights of their parent, whatever the user's umask. */
function makeShared(folder: string): void {
  if (existsSync(folder)) return;
  makeShared(dirname(folder));
  makeFolder(folder);
  chmodSync(folder, 0o700 | shareOf(dirname(folder)));
}

/** Returns the access rights of others to a folder, except writing. */
const shareOf = (folder: string): number => statSync(folder).mode & 0o055;

/** Sets permissions, writes the checksums of the files, and flushes all of it to the disk. */
function seal(temporaryEntry: string, files: readonly string[], share: number): void {
  for (const file of files) chmodSync(join(temporaryEntry, file), 0o700 | share);
  const output = new OutputFile(join(temporaryEntry, sums), false, 0o600 | (share & 0o044));
  output.write(Buffer.from(sumsOf(temporaryEntry, files)));
  output.finish();
  chmodSync(temporaryEntry, 0o700 | share);
  syncFolder(temporaryEntry);
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
