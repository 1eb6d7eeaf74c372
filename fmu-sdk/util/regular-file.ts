import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { messageOf } from './user-error.ts';

/** Reading waits for nobody: a pipe is opened at once, and refused. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Bytes that are read at first of a file that does not say its size (`/proc`). */
const unknownSize = 65_536;

/**
 * The bytes of a file that a user, or a file from outside, names. Throws an Error that says in words why it cannot be
 * read: it is not there, it is no regular file (a folder, a pipe, a socket, a device: nothing of it is read, and nobody is
 * waited for), or it has more than `most` bytes, whatever its size was when it was opened.
 */
export function readRegularFile(file: string, most: number): Uint8Array<ArrayBuffer> {
  // Opening a device may do something, so that its kind is looked at before, and again when it is open.
  refuseKind(inWords(() => statSync(file)));
  const handle = inWords(() => openSync(file, flags));
  try {
    const state = fstatSync(handle);
    refuseKind(state);
    if (state.size > most) throw new Error(`it has ${state.size} bytes, and the limit is ${most} bytes`);
    return inWords(() => readAll(handle, state.size, most));
  } finally {
    closeSync(handle);
  }
}

function refuseKind(state: Stats): void {
  if (state.isFile()) return;
  const kind = state.isDirectory()
    ? 'a folder'
    : state.isFIFO()
      ? 'a pipe'
      : state.isSocket()
        ? 'a socket'
        : 'a device';
  throw new Error(`it is ${kind}, not a file`);
}

function readAll(handle: number, size: number, most: number): Uint8Array<ArrayBuffer> {
  // One byte more than it says: what comes then says whether it has grown.
  let bytes = new Uint8Array((size > 0 ? size : unknownSize) + 1);
  let length = 0;
  for (;;) {
    const count = readSync(handle, bytes, length, bytes.length - length, null);
    length += count;
    if (length > most) throw new Error(`it has more than ${most} bytes, which is the limit`);
    if (count === 0) return bytes.subarray(0, length);
    if (length < bytes.length) continue;
    const grown = new Uint8Array(2 * length);
    grown.set(bytes);
    bytes = grown;
  }
}

/** What the operating system says, without the path, which the caller says. */
function inWords<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new Error(Object.hasOwn(words, code) ? `${code}: ${words[code]}` : messageOf(error));
  }
}

const words: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file: a part of its path is no folder',
  EACCES: 'it may not be read (permission denied)',
  EPERM: 'it may not be read (permission denied)',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  ENXIO: 'it is a pipe or a device, not a file',
  ERR_INVALID_ARG_VALUE: 'its name has a character that no file name has (\\0)',
};
