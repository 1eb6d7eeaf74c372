import { accessSync, constants, lstatSync, readlinkSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The target of an output file named by a user. */
export interface OutputTarget {
  /** Absolute path with links resolved. A link is followed, not replaced. */
  path: string;
  /** Marks a device or pipe, which is written directly because it cannot be renamed. */
  direct: boolean;
  /** Marks a path that leads through a link. */
  linked: boolean;
  /** Permissions of the existing file. */
  mode?: number;
}

/** Name of standard output on command lines. */
export const standardOutput = '-';

/** More links than operating systems follow. */
const most = 40;

/**
 * Resolves an output path. A name that ends with "/" is a folder.
 *
 * @throws the error of the operating system if the file cannot be written
 */
export function resolveOutputTarget(file: string): OutputTarget {
  if (file === standardOutput || /^\/(dev(?!\/shm\/)|proc)\//.test(resolve(file)))
    return { path: file, direct: true, linked: false };
  if (/\/$/.test(file)) throw refused('EISDIR');
  const path = followed(file);
  const linked = path !== resolve(file);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { path, direct: false, linked };
  if (stats.isDirectory()) throw refused('EISDIR');
  if (!stats.isFile()) return { path, direct: true, linked };
  // Replacing a file requires write permission for it, too.
  accessSync(path, constants.W_OK);
  return { path, direct: false, linked, mode: stats.mode & 0o777 };
}

function followed(file: string): string {
  let path = resolve(file);
  for (let n = 0; n < most; n++) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() !== true) return path;
    // Somebody else could let this user overwrite one of its own files.
    if (process.getuid !== undefined && ![process.getuid(), 0].includes(stats.uid))
      throw new Error(`another user made the link ${path}`);
    path = resolve(dirname(path), readlinkSync(path));
  }
  throw refused('ELOOP');
}

function refused(code: string): Error {
  return Object.assign(new Error(code), { code });
}
