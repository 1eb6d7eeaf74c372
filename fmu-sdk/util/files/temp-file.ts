import { randomBytes } from 'node:crypto';
import {
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { UserError } from '../user-error.ts';
import { makeFolder } from './make-folder.ts';
import { mayBeRunning, owner, ownerPattern, parseProcessId } from './process-id.ts';
import { type RowCounter, writeRowCount } from './row-count.ts';

/*
 * An output is written under a temporary name until it is complete: `.fmukit-<owner>-<mark>.part`
 * beside its target. It is a file, or a folder for rows of results:
 *
 *     rows/<name>   the rows
 *     whole         number of bytes in complete rows, as text.
 *     count         position of the row counter, if the format has one (`Count` as JSON).
 *
 * A link to it in the system's temporary folder lets any later start find the files of a killed
 * process.
 *
 * Somebody else can plant such a folder, for example in an archive with results. So its parts must be
 * ordinary: recovery follows no link, waits for no pipe, and changes no file with a second name.
 */
const temporaryName = new RegExp(String.raw`^\.fmukit-${ownerPattern}-\w+\.part$`);

/** Returns a unique mark. */
export const newMark = (): string => randomBytes(6).toString('hex');

export function temporaryFileName(target: string, mark: string): string {
  return join(dirname(resolve(target)), `.fmukit-${owner}-${mark}.part`);
}

/** Returns the name of a partial result: `x.csv` → `x.partial.csv`. */
export const partialName = (file: string): string => file.replace(/(\.[^./\\]*)?$/, '.partial$1');

export const rowsIn = (path: string, name: string): string => join(path, 'rows', name);
export const wholeIn = (path: string): string => join(path, 'whole');
export const countIn = (path: string): string => join(path, 'count');

/** Returns the path of the link to a temporary file. */
export function linkOf(path: string): string {
  return join(tmpdir(), basename(path).replace(/^\.fmukit-(.*)\.part$/, 'fmukit-part-$1'));
}

const looked = new Set<string>();

/**
 * Prepares the path of a temporary file: creates its folder, recovers stale files in it, and sets
 * the link.
 */
export function prepareTemporaryFile(path: string): void {
  const folder = dirname(path);
  makeFolder(folder);
  if (!looked.has(folder)) recoverFolder(folder);
  looked.add(folder);
  try {
    symlinkSync(path, linkOf(path));
  } catch {
    // Without the link, the next program that writes into this folder finds the file.
  }
}

/** Removes a temporary file and its link. */
export function removeTemporaryFile(path: string): void {
  // Little is left once the result is complete. Node loads its recursive removal only at first use,
  // so the few entries are removed one by one.
  const isRemoved = valueOrUndefined(() => {
    if (!lstatSync(path).isDirectory()) return false;
    unlinkSync(wholeIn(path));
    rmdirSync(join(path, 'rows'));
    rmdirSync(path);
    return true;
  });
  if (isRemoved !== true) rmSync(path, { recursive: true, force: true });
  const link = linkOf(path);
  if (valueOrUndefined(() => [unlinkSync(link)]) === undefined) rmSync(link, { force: true });
}

/** Recovers the stale temporary files in a folder. */
function recoverFolder(folder: string): void {
  const names = valueOrUndefined(() => readdirSync(folder)) ?? [];
  const dead = names.flatMap((name) => {
    const match = temporaryName.exec(name);
    const path = join(folder, name);
    const stat = match === null ? undefined : lstatSync(path, { throwIfNoEntry: false });
    // Links are never ours, whatever their name.
    if (match === null || stat === undefined || stat.isSymbolicLink()) return [];
    if (stat.uid !== (process.getuid?.() ?? stat.uid)) return [];
    return mayBeRunning(parseProcessId(match), stat.mtimeMs) ? [] : [{ path, time: stat.mtimeMs }];
  });
  for (const { path } of dead.sort((a, b) => a.time - b.time)) recoverTemporaryFile(path);
}

/**
 * Recovers a stale temporary file. Complete rows become a partial result and replace an earlier
 * one. Everything else is removed. Rows that cannot be renamed stay in place.
 *
 * @param whole number of bytes in complete rows (default: the recorded number)
 */
export function recoverTemporaryFile(path: string, whole?: number): string | undefined {
  let recovered: string | undefined;
  try {
    for (const name of ownRows(path)) recovered = recoverRows(path, name, whole) ?? recovered;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return undefined;
  }
  removeTemporaryFile(path);
  return recovered;
}

/**
 * Returns the names of files with rows. A file contains none. Another process may recover the folder
 * at the same time and leave it empty.
 */
function ownRows(path: string): string[] {
  const rows = join(path, 'rows');
  const names = valueOrUndefined(() => (lstatSync(rows).isDirectory() ? readdirSync(rows) : [])) ?? [];
  return names.filter((name) => {
    const state = lstatSync(rowsIn(path, name), { throwIfNoEntry: false });
    return state?.isFile() === true && state.nlink === 1;
  });
}

function recoverRows(
  path: string,
  name: string,
  whole: number = Number(readNote(wholeIn(path))),
): string | undefined {
  const rows = rowsIn(path, name);
  if (!(whole > 0)) return undefined;
  const bytes = Math.min(whole, statSync(rows).size);
  truncateSync(rows, bytes);
  const count = valueOrUndefined(() => JSON.parse(readNote(countIn(path))) as RowCounter);
  if (count !== undefined && fitsInto(count, bytes)) writeCountIfRoom(rows, count, bytes);
  const target = join(dirname(path), partialName(name));
  renameSync(rows, target);
  return target;
}

/** Largest size of the notes `whole` and `count` [bytes]. */
const mostNoteBytes = 1024;

/** Reads a note. Returns an empty text if it is a link, a pipe or too large. */
function readNote(path: string): string {
  const state = lstatSync(path);
  return state.isFile() && state.size <= mostNoteBytes ? readFileSync(path, 'utf8') : '';
}

/** Returns true if the row counter lies inside a file of this size. */
function fitsInto({ at, digits, from, each }: RowCounter, bytes: number): boolean {
  const areSizes = [at, digits, from, each].every((size) => Number.isSafeInteger(size) && size >= 0);
  return areSizes && each > 0 && at + (digits > 0 ? digits : 4) <= bytes;
}

/**
 * Writes the row count. Keeps the rows if the count does not fit, which the code that closes the
 * file reports.
 */
function writeCountIfRoom(rows: string, count: RowCounter, bytes: number): void {
  try {
    writeRowCount(rows, count, bytes);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
}

function valueOrUndefined<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
