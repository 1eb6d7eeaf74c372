import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { messageOf, UserError } from '../util/user-error.ts';

/**
 * Largest size in bytes of a key or passphrase, and of a signature (for the largest number of
 * entries in an archive).
 */
export const mostBytes: Readonly<Record<'key' | 'signature', number>> = { key: 2 ** 16, signature: 2 ** 27 };

/**
 * Reads a small regular file. Throws a UserError with the next step for pipes, devices and large
 * files.
 */
export function readSmallFile(file: string, most: number, operation: string, next: string): Uint8Array {
  let handle: number | undefined;
  try {
    // Does not wait for a pipe.
    handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const of = fstatSync(handle);
    if (!of.isFile()) throw new Error('it is not a regular file');
    if (of.size > most) throw new Error(`it has ${of.size} bytes, and the limit is ${most} bytes`);
    return new Uint8Array(readFileSync(handle));
  } catch (error) {
    throw new UserError(`${operation} ${file}: ${messageOf(error)}. ${next}`);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
