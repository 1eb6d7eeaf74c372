import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, UserError } from '../../util/user-error.ts';

/** Most FMUs of one corpus: more are a mistake, such as the root of a disk. */
const most = 100_000;

/**
 * Lists the `.fmu` files at or below a folder in ascending order, as relative paths with slashes.
 * Follows links to files, so that links to missing files are reported, but not links to folders.
 */
export function findFmus(folder: string, operation = 'check --corpus'): string[] {
  const fmuPaths: string[] = [];
  const rest = [''];
  for (let below = rest.pop(); below !== undefined; below = rest.pop()) {
    for (const entry of entriesOf(folder, below, operation)) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) rest.push(path);
      else if (/\.fmu$/i.test(entry.name) && isOrLeadsToFile(entry, join(folder, path))) fmuPaths.push(path);
      if (fmuPaths.length > most)
        throw new UserError(
          `${operation} ${folder}: expected at most ${most} FMUs, got more. Name a smaller folder.`,
        );
    }
  }
  if (fmuPaths.length === 0)
    throw new UserError(
      `${operation} ${folder}: expected .fmu files, got a folder without them. Name a folder of FMUs.`,
    );
  return fmuPaths.sort();
}

function isOrLeadsToFile(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isFile();
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
}

function entriesOf(folder: string, below: string, operation: string): Dirent[] {
  try {
    return readdirSync(join(folder, below), { withFileTypes: true });
  } catch (error) {
    throw new UserError(`${operation} ${folder}: ${messageOf(error)}. Name a readable folder of FMUs.`);
  }
}
