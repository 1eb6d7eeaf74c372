import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder, and those above it that are not there. Node's own way (`recursive`) never comes back where a system lets nobody
 * make one and says that there is nothing, as below /proc (Node 20).
 *
 * @param mode permissions of the folders that are made, less the umask
 * @throws what the system says
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
      // Another process was first.
      if (isFolder(path)) return;
      throw Object.assign(new Error(`${path} is no folder`), { code: 'ENOTDIR' });
    }
    if (code === 'ENOENT' && isFolder(above)) throw new Error(`${above} takes no folder of anyone`);
    throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
