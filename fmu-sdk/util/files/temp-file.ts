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
import { lives, owner, ownerOf, ownerPattern } from './process-id.ts';
import { type Count, writeCount } from './row-count.ts';

/*
 * What is being written has a name of its own until it is whole: `.fmukit-<owner>-<mark>.part` beside the file that it is to
 * be. That is a file, or for rows of results a folder:
 *
 *     rows/<name>   the rows
 *     whole         how many bytes of them are whole rows, as text
 *     count         where they say how many they are, if they do (`Count` as JSON)
 *
 * A link in the folder for temporary files leads there, so that any later start finds what a killed process has left.
 */
const passing = new RegExp(String.raw`^\.fmukit-${ownerPattern}-\w+\.part$`);

/** A mark that nothing else has. */
export const newMark = (): string => randomBytes(6).toString('hex');

export function passingName(target: string, mark: string): string {
  return join(dirname(resolve(target)), `.fmukit-${owner}-${mark}.part`);
}

/** `x.csv` → `x.partial.csv`. */
export const partialName = (file: string): string => file.replace(/(\.[^./\\]*)?$/, '.partial$1');

export const rowsIn = (path: string, name: string): string => join(path, 'rows', name);
export const wholeIn = (path: string): string => join(path, 'whole');
export const countIn = (path: string): string => join(path, 'count');

/** The link that leads to a passing file. */
export function linkOf(path: string): string {
  return join(tmpdir(), basename(path).replace(/^\.fmukit-(.*)\.part$/, 'fmukit-part-$1'));
}

const looked = new Set<string>();

/** Before a passing file is made: its folder is there, nothing of the dead is in it, and a link leads to it. */
export function announce(path: string): void {
  const folder = dirname(path);
  makeFolder(folder);
  if (!looked.has(folder)) settleFolder(folder);
  looked.add(folder);
  try {
    symlinkSync(path, linkOf(path));
  } catch {
    // Then it is found again by who writes into this folder next.
  }
}

/** A passing file is no more. */
export function withdraw(path: string): void {
  // Of a result that is whole little is left here. What removes anything is a part of Node that is loaded when it is first asked.
  const gone = tried(() => {
    if (!lstatSync(path).isDirectory()) return false;
    unlinkSync(wholeIn(path));
    rmdirSync(join(path, 'rows'));
    rmdirSync(path);
    return true;
  });
  if (gone !== true) rmSync(path, { recursive: true, force: true });
  const link = linkOf(path);
  if (tried(() => [unlinkSync(link)]) === undefined) rmSync(link, { force: true });
}

/** Settles what the dead have left in a folder. */
function settleFolder(folder: string): void {
  const names = tried(() => readdirSync(folder)) ?? [];
  const dead = names.flatMap((name) => {
    const found = passing.exec(name);
    const path = join(folder, name);
    const stat = found === null ? undefined : lstatSync(path, { throwIfNoEntry: false });
    // What is a link is none of ours, whatever it is called.
    if (found === null || stat === undefined || stat.isSymbolicLink()) return [];
    if (stat.uid !== (process.getuid?.() ?? stat.uid)) return [];
    return lives(ownerOf(found), stat.mtimeMs) ? [] : [{ path, time: stat.mtimeMs }];
  });
  for (const { path } of dead.sort((a, b) => a.time - b.time)) settle(path);
}

/**
 * What nobody writes any more: whole rows get the name of a part of a result, in place of an earlier part; everything else
 * goes. Rows that cannot be given their name stay where they are.
 *
 * @param whole bytes of them that are whole rows; as many as were noted when left out
 */
export function settle(path: string, whole?: number): string | undefined {
  let kept: string | undefined;
  try {
    // Of a file there are no rows. Of a folder that another process settles at the same time, there may be none any more.
    for (const name of tried(() => readdirSync(join(path, 'rows'))) ?? [])
      kept = settleRows(path, name, whole);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return undefined;
  }
  withdraw(path);
  return kept;
}

function settleRows(
  path: string,
  name: string,
  whole: number = Number(readFileSync(wholeIn(path), 'utf8')),
): string | undefined {
  const rows = rowsIn(path, name);
  if (!(whole > 0)) return undefined;
  const bytes = Math.min(whole, statSync(rows).size);
  truncateSync(rows, bytes);
  const count = tried(() => JSON.parse(readFileSync(countIn(path), 'utf8')) as Count);
  if (count !== undefined) sayCount(rows, count, bytes);
  const target = join(dirname(path), partialName(name));
  renameSync(rows, target);
  return target;
}

/** Rows whose number has no place in their file are kept without it: who closes the file says so. */
function sayCount(rows: string, count: Count, bytes: number): void {
  try {
    writeCount(rows, count, bytes);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
}

function tried<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
