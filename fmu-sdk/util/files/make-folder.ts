import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isFolder } from './path-kind.ts';

/**
 * Creates a folder and its missing parents. Replaces Node's `recursive` option, which does not
 * return (Node 20) if a system forbids creating folders and reports ENOENT, as below /proc.
 *
 * @param mode permissions of the new folders, less the umask
 * @throws the error of the operating system
 */
export function makeFolder(folder: string, mode?: number): void {
  const path = resolve(folder);
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      // Another process created it first.
      if (isFolder(path)) return;
      throw Object.assign(new Error(`${path} exists and is not a folder`), { code: 'ENOTDIR' });
    }
    if (code === 'ENOENT' && isFolder(above)) throw new Error(`${above} does not allow new folders`);
    throw error;
  }
}
