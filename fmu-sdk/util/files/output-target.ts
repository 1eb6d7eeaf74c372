import { accessSync, constants, lstatSync, readlinkSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Where a file that a user names is to be written. */
export interface Target {
  /** Absolute, with links followed: what is replaced is the file that they lead to, not the link. */
  path: string;
  /** A device, a pipe: there is no other name for it, and nothing to rename. */
  direct: boolean;
  /** A link leads to it. */
  linked: boolean;
  /** Permissions of the file that is there. */
  mode?: number;
}

/** Standard output, by the name that command lines have for it. */
export const standardOutput = '-';

/** More links than the system follows. */
const most = 40;

/** @throws what the system says of a file that cannot be written; a name that ends with "/" is that of a folder */
export function targetOf(file: string): Target {
  if (file === standardOutput || /^\/(dev|proc)\//.test(resolve(file)))
    return { path: file, direct: true, linked: false };
  if (/\/$/.test(file)) throw refused('EISDIR');
  const path = followed(file);
  const linked = path !== resolve(file);
  const there = statSync(path, { throwIfNoEntry: false });
  if (there === undefined) return { path, direct: false, linked };
  if (there.isDirectory()) throw refused('EISDIR');
  if (!there.isFile()) return { path, direct: true, linked };
  // What may not be written is not replaced either.
  accessSync(path, constants.W_OK);
  return { path, direct: false, linked, mode: there.mode & 0o777 };
}

function followed(file: string): string {
  let path = resolve(file);
  for (let n = 0; n < most; n++) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path;
    path = resolve(dirname(path), readlinkSync(path));
  }
  throw refused('ELOOP');
}

function refused(code: string): Error {
  return Object.assign(new Error(code), { code });
}
