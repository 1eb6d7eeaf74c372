import { printableName } from '../util/printable.ts';
import { messageOf, UserError } from '../util/user-error.ts';
import { rejectBadNames } from './entry-names.ts';
import { type Entry, readDirectory, storedBytes } from './zip-directory.ts';

/** Limits of an untrusted archive. Larger contents are rejected before they fill the memory. */
export interface Limits {
  archiveBytes: number;
  entries: number;
  /** Largest inflated size of one entry [bytes]. */
  entryBytes: number;
  /** Largest inflated size of all entries that are read [bytes]. Repeated reads count once. */
  totalBytes: number;
}

export const defaultLimits: Readonly<Limits> = {
  archiveBytes: 512 * 2 ** 20,
  entries: 20_000,
  entryBytes: 512 * 2 ** 20,
  totalBytes: 2 ** 30,
};

/** Bytes of an entry that is text or XML. */
export const textByteLimit: number = 256 * 2 ** 20;

/**
 * Ordinary inflated size of an archive [bytes]. Beyond it, and beyond a multiple of the archive's
 * size, the archive is a zip bomb.
 */
const smallEntryBytes = 256 * 2 ** 20;
const compressionRatioLimit = 200;

/** Archive as data that can be sent to another thread: its bytes and its directory. */
export interface ArchiveContent {
  /** Name of the file for messages. */
  readonly file: string;
  /** Its path, where that is another. */
  readonly path?: string;
  readonly zip: Uint8Array;
  readonly entries: readonly Entry[];
}

/** Archive (`.fmu` or `.ssp`) with a checked directory. Entries are inflated on request. */
export interface Archive {
  readonly file: string;
  readonly content: ArchiveContent;
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** Inflates an entry, up to the archive's limits and `most` bytes. */
  bytes(path: string, most?: number): Promise<Uint8Array>;
  /** UTF-8, with or without a byte order mark. */
  text(path: string): Promise<string>;
}

/** Inflates deflated data: Node's zlib, or the browser's streams. */
export interface Inflater {
  /**
   * Inflates data. Throws a `TooLargeError` if the result exceeds `most` bytes. `stated` is its size
   * as the archive states it, which may be wrong.
   */
  inflate(stored: Uint8Array, most: number, stated?: number): Uint8Array | Promise<Uint8Array>;
  crc32(bytes: Uint8Array): number;
}

/** Reports that inflated data exceed the limit. */
export class TooLargeError extends Error {}

/** Opens a zip archive from its bytes. Rejects truncated and large archives, and unsafe names. */
export function archiveFrom(
  file: string,
  zip: Uint8Array,
  inflater: Inflater,
  limits: Readonly<Limits> = defaultLimits,
  path?: string,
): Archive {
  let entries: Entry[];
  try {
    entries = readDirectory(zip, limits.entries);
    rejectBadNames(entries);
  } catch (error) {
    throw new UserError(
      `open ${file}: as a zip archive, ${messageOf(error)}. Get the file again, or ask its sender.`,
    );
  }
  return archiveFromContent({ file, zip, entries, ...(path !== undefined && { path }) }, inflater, limits);
}

/** Restores an archive from its bytes and its checked directory. */
export function archiveFromContent(
  content: ArchiveContent,
  inflater: Inflater,
  limits: Readonly<Limits> = defaultLimits,
): Archive {
  const { file, entries, zip } = content;
  const files = new Map(
    entries.filter(({ name }) => !name.endsWith('/')).map((entry) => [entry.name, entry]),
  );
  let remainingBytes = Math.min(
    limits.totalBytes,
    Math.max(smallEntryBytes, compressionRatioLimit * zip.length),
  );
  const counted = new Set<Entry>();
  const bytes = async (path: string, byteLimit = limits.entryBytes): Promise<Uint8Array> => {
    const entry = files.get(path);
    if (entry === undefined)
      throw new UserError(`open ${file}: ${missingEntryText(path, [...files.keys()])}`);
    if (!(byteLimit >= 0))
      throw new UserError(
        `open ${file}: expected a number of bytes for ${printableName(path)}, got ${byteLimit}. Give a number of bytes, or leave it out.`,
      );
    const largest = Math.min(byteLimit, limits.entryBytes);
    const most = counted.has(entry) ? largest : Math.min(largest, remainingBytes);
    try {
      const content = await extract(storedBytes(zip, entry), entry, most, inflater);
      if (!counted.has(entry)) remainingBytes -= content.length;
      counted.add(entry);
      return content;
    } catch (error) {
      const reason =
        error instanceof TooLargeError
          ? `inflates beyond ${most < largest ? 'the limit of all entries together' : `${most} bytes`}. Refused: it may be a zip bomb`
          : `is damaged (${messageOf(error)}). Get the file again`;
      throw new UserError(`open ${file}: ${printableName(path)} ${reason}.`);
    }
  };
  return {
    file,
    content,
    paths: [...files.keys()],
    has: (path) => files.has(path),
    bytes,
    text: async (path) => decode(await bytes(path, textByteLimit), file, path),
  };
}

/** Whatever the directory claims of its size, no more than `most` bytes come out. */
async function extract(
  stored: Uint8Array,
  { method, encrypted, bytes, crc32: expected }: Entry,
  most: number,
  { inflate, crc32 }: Inflater,
): Promise<Uint8Array> {
  if (encrypted) throw new Error('it is encrypted');
  if (method !== 0 && method !== 8) throw new Error(`compression method ${method} is unknown`);
  const content = method === 0 ? stored : await inflate(stored, most, bytes);
  if (content.length > most) throw new TooLargeError();
  if (content.length !== bytes) throw new Error(`it has ${content.length} bytes, but ${bytes} are stated`);
  if (crc32(content) !== expected) throw new Error('its checksum is wrong');
  return content;
}

function missingEntryText(path: string, paths: readonly string[]): string {
  const inside = paths.find((other) => other.endsWith(`/${path}`));
  if (inside === undefined) return `it does not contain ${printableName(path)}. Is it an FMU?`;
  return `${printableName(path)} is not at its top but at ${printableName(inside)}. Zip the content of that folder, not the folder.`;
}

function decode(bytes: Uint8Array, file: string, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`open ${file}: ${printableName(path)} is not UTF-8 text. FMI asks for UTF-8.`);
  }
}
