import { readFileSync, statSync } from 'node:fs';
import { messageOf, UserError } from '../util/user-error.ts';

/** Most bytes of a key and of a passphrase, and of a signature (as many as the most entries of an archive have). */
export const mostBytes: Readonly<Record<'key' | 'signature', number>> = { key: 2 ** 16, signature: 2 ** 27 };

/** Reads a file that has to be one, and small: no pipe, no device. A UserError says what is to be done next. */
export function readSmall(file: string, most: number, operation: string, next: string): Uint8Array {
  try {
    const of = statSync(file);
    if (!of.isFile()) throw new Error('it is no file');
    if (of.size > most) throw new Error(`it has ${of.size} bytes, and the limit is ${most} bytes`);
    return new Uint8Array(readFileSync(file));
  } catch (error) {
    throw new UserError(`${operation} ${file}: ${messageOf(error)}. ${next}`);
  }
}
