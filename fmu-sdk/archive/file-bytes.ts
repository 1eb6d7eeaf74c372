import { kindText } from '../util/printable.ts';
import { UserError } from '../util/user-error.ts';

/** What a page has of a file: what `fetch` gives by `arrayBuffer` or `bytes`, what a `Blob` gives by them. */
export type FileBytes = Uint8Array | ArrayBuffer;

/** The bytes of a file of this name; a UserError where something else was given in their place. */
export function bytesGiven(operation: string, given: FileBytes): Uint8Array {
  // Those of another window or thread are of other classes.
  const kind = Object.prototype.toString.call(given);
  if (kind === '[object Uint8Array]') return given as Uint8Array;
  if (kind === '[object ArrayBuffer]') return new Uint8Array(given as ArrayBuffer);
  throw new UserError(
    `${operation}: ${kindText(given)} is no content of a file. Give its bytes, a Uint8Array or an ArrayBuffer, as "await response.arrayBuffer()" has them.`,
  );
}
