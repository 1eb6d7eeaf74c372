import { kindText } from '../util/printable.ts';
import { messageOf, UserError } from '../util/user-error.ts';

/**
 * Content of a file in a page: the result of `arrayBuffer` or `bytes` of `fetch` or of a `Blob`.
 */
export type FileBytes = Uint8Array | ArrayBuffer;

/** File in a page: its bytes, a `File` or `Blob`, the response of `fetch`, or its address. */
export type FileSource = FileBytes | { arrayBuffer(): Promise<ArrayBuffer> } | URL | string;

/** Returns the bytes of a file. Fetches an address. */
export async function fetchBytes(operation: string, source: FileSource): Promise<Uint8Array> {
  const isAddress = typeof source === 'string' || source instanceof URL;
  const from = isAddress ? await fetched(operation, source) : source;
  if (typeof (from as Response)?.arrayBuffer !== 'function')
    return requireBytes(operation, from as FileBytes);
  const { ok, status } = from as Response;
  if (ok === false)
    throw new UserError(`${operation}: expected a file, got the HTTP status ${status}. Check its address.`);
  return requireBytes(operation, await (from as Response).arrayBuffer());
}

async function fetched(operation: string, address: URL | string): Promise<Response> {
  try {
    return await fetch(address);
  } catch (error) {
    throw new UserError(`${operation}: the server did not answer: ${messageOf(error)}. Check the address.`);
  }
}

/** Returns the name of a file without its folders, or undefined if it has none. */
export function nameOfSource(source: FileSource): string | undefined {
  const { name, url } = Object(source) as { name?: unknown; url?: unknown };
  const path = typeof source === 'string' || source instanceof URL ? String(source) : (name ?? url);
  if (typeof path !== 'string') return undefined;
  return /([^/]+?)\/*(?:[?#].*)?$/.exec(path)?.[1];
}

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
