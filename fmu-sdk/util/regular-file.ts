import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { messageOf, UserError } from './user-error.ts';

/** Opens without blocking: a pipe opens at once and is rejected. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Bytes to read first from a file without a known size (`/proc`). */
const unknownSize = 65_536;

/**
 * Reads a file named by a user or an external file. Throws an Error with the reason if the file is
 * missing, too large, or not a regular file. Folders, pipes, sockets and devices are not read and
 * never block.
 */
export function readRegularFile(file: string, most: number): Uint8Array<ArrayBuffer> {
  const handle = openRegularFile(file);
  try {
    const state = fstatSync(handle);
    if (state.size > most) throw new Error(`it has ${state.size} bytes, and the limit is ${most} bytes`);
    return explainErrors(() => readAll(handle, state.size, most));
  } finally {
    closeSync(handle);
  }
}

/** Reads the first bytes of a file as `readRegularFile` reads all of them. */
export function readBegin(file: string, count: number): Uint8Array<ArrayBuffer> {
  const handle = openRegularFile(file);
  try {
    const bytes = new Uint8Array(count);
    return bytes.subarray(
      0,
      explainErrors(() => readSync(handle, bytes, 0, count, 0)),
    );
  } finally {
    closeSync(handle);
  }
}

/** Largest source file of a unit [bytes]. */
const mostSourceBytes = 16 * 2 ** 20;

/**
 * Reads a source file of a unit.
 *
 * @throws UserError if it is a folder, a pipe or a device, or larger than 16 MiB
 */
export function readSource(file: string): string {
  try {
    return new TextDecoder().decode(readRegularFile(file, mostSourceBytes));
  } catch (error) {
    throw new UserError(`read ${file}: ${messageOf(error)}. Name a source file.`);
  }
}

/**
 * Opens a regular file for reading, or throws as `readRegularFile` does. The caller closes the
 * descriptor.
 */
export function openRegularFile(file: string): number {
  // Opening a device may have side effects. Checks the kind before opening, and again on the open
  // file.
  refuseKind(explainErrors(() => statSync(file)));
  const handle = explainErrors(() => openSync(file, flags));
  try {
    refuseKind(fstatSync(handle));
    return handle;
  } catch (error) {
    closeSync(handle);
    throw error;
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
  // One extra byte shows whether the file has grown beyond its reported size.
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

/** Converts errors of the operating system to texts without the path, which the caller adds. */
function explainErrors<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new Error(Object.hasOwn(words, code) ? `${code}: ${words[code]}` : messageOf(error));
  }
}

const words: Record<string, string> = {
  ENOENT: 'the file does not exist',
  ENOTDIR: 'the file does not exist: a part of its path is not a folder',
  EACCES: 'permission to read it is denied',
  EPERM: 'permission to read it is denied',
  ELOOP: 'its symbolic links form a loop',
  ENAMETOOLONG: 'its name is too long',
  ENXIO: 'it is a pipe or a device, not a file',
  ERR_INVALID_ARG_VALUE: 'its name contains a character that file names cannot have (\\0)',
};
