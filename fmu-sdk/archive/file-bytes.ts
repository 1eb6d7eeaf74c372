import { kindText } from '../util/printable.ts';
import { UserError } from '../util/user-error.ts';

/**
 * Content of a file in a page: the result of `arrayBuffer` or `bytes` of `fetch` or of a `Blob`.
 */
export type FileBytes = Uint8Array | ArrayBuffer;

/** Returns the bytes of a file. Throws a UserError for any other value. */
export function requireBytes(operation: string, content: FileBytes): Uint8Array {
  // Objects of another window or thread have other classes.
  const kind = Object.prototype.toString.call(content);
  if (kind === '[object Uint8Array]') return content as Uint8Array;
  if (kind === '[object ArrayBuffer]') return new Uint8Array(content as ArrayBuffer);
  throw new UserError(
    `${operation}: expected the content of a file, got ${kindText(content)}. Give its bytes, a Uint8Array or an ArrayBuffer, as "await response.arrayBuffer()" has them.`,
  );
}
