import { statSync } from 'node:fs';

/** Returns true for an existing folder, also behind a link. A path that no file can have is false. */
export const isFolder = (path: string): boolean => statsOf(path)?.isDirectory() === true;

/** Returns true for an existing regular file, also behind a link. */
export const isFile = (path: string): boolean => statsOf(path)?.isFile() === true;

function statsOf(path: string): ReturnType<typeof statSync> {
  // Node rejects a path with a NUL, which no file can have.
  return path.includes('\0') ? undefined : statSync(path, { throwIfNoEntry: false });
}
