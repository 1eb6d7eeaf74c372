import { printableName } from '../util/printable.ts';
import { messageOf, UserError } from '../util/user-error.ts';
import { refuseBadNames } from './entry-names.ts';
import { type Entry, readDirectory, storedBytes } from './zip-directory.ts';

/** Bounds on an archive from anybody: what is larger is refused before it fills the memory. */
export interface Limits {
  archiveBytes: number;
  entries: number;
  /** Of one entry, inflated. */
  entryBytes: number;
  /** Of all entries that are read, inflated; one that is read again counts once. */
  totalBytes: number;
}

export const defaultLimits: Readonly<Limits> = {
  archiveBytes: 512 * 2 ** 20,
  entries: 20_000,
  entryBytes: 512 * 2 ** 20,
  totalBytes: 2 ** 30,
};

/** Bytes of an entry that is text or XML. */
export const mostTextBytes: number = 256 * 2 ** 20;

/** What an archive may inflate to: as much as units do, or this many times its own size; beyond, it is a zip bomb. */
const ordinaryBytes = 256 * 2 ** 20;
const mostRatio = 200;

/** An archive as plain data, which another thread can receive: its bytes, and what its directory says. */
export interface ArchiveContent {
  /** What its user knows it by. */
  readonly file: string;
  /** Its path, where that is another. */
  readonly path?: string;
  readonly zip: Uint8Array;
  readonly entries: readonly Entry[];
}

/** A `.fmu` (or `.ssp`) whose directory has been checked; entries are inflated when asked for. */
export interface Archive {
  readonly file: string;
  readonly content: ArchiveContent;
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** What an entry inflates to: no more than the archive's limits say, nor than `most` bytes. */
  bytes(path: string, most?: number): Promise<Uint8Array>;
  /** UTF-8, with or without a byte order mark. */
  text(path: string): Promise<string>;
}

/** What inflates deflated data: Node's zlib, or the browser's streams. */
export interface Inflater {
  /** Throws a `TooLarge` where more than `most` bytes would come out. */
  inflate(stored: Uint8Array, most: number): Uint8Array | Promise<Uint8Array>;
  crc32(bytes: Uint8Array): number;
}

/** What comes out is more than the bound. */
export class TooLarge extends Error {}

/** A zip archive from its bytes. Refuses what is truncated, too large, or has names that are not safe to unpack. */
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
    refuseBadNames(entries);
  } catch (error) {
    throw new UserError(
      `open ${file}: as a zip archive, ${messageOf(error)}. Get the file again, or ask its sender.`,
    );
  }
  return archiveOf({ file, zip, entries, ...(path !== undefined && { path }) }, inflater, limits);
}

/** The same archive again, from what was read and checked of it. */
export function archiveOf(
  content: ArchiveContent,
  inflater: Inflater,
  limits: Readonly<Limits> = defaultLimits,
): Archive {
  const { file, entries, zip } = content;
  const files = new Map(
    entries.filter(({ name }) => !name.endsWith('/')).map((entry) => [entry.name, entry]),
  );
  let left = Math.min(limits.totalBytes, Math.max(ordinaryBytes, mostRatio * zip.length));
  const counted = new Set<Entry>();
  const bytes = async (path: string, asked = limits.entryBytes): Promise<Uint8Array> => {
    const entry = files.get(path);
    if (entry === undefined) throw new UserError(`open ${file}: ${missing(path, [...files.keys()])}`);
    if (!(asked >= 0))
      throw new UserError(
        `open ${file}: ${printableName(path)} of at most ${asked} bytes is no bound. Give a number of bytes, or leave it out.`,
      );
    const largest = Math.min(asked, limits.entryBytes);
    const most = counted.has(entry) ? largest : Math.min(largest, left);
    try {
      const content = await extract(storedBytes(zip, entry), entry, most, inflater);
      if (!counted.has(entry)) left -= content.length;
      counted.add(entry);
      return content;
    } catch (error) {
      const reason =
        error instanceof TooLarge
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
    text: async (path) => decode(await bytes(path, mostTextBytes), file, path),
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
  if (method !== 0 && method !== 8) throw new Error(`compression method ${method} is not known`);
  const content = method === 0 ? stored : await inflate(stored, most);
  if (content.length > most) throw new TooLarge();
  if (content.length !== bytes) throw new Error(`it has ${content.length} bytes, and ${bytes} are stated`);
  if (crc32(content) !== expected) throw new Error('its checksum is wrong');
  return content;
}

function missing(path: string, paths: readonly string[]): string {
  const inside = paths.find((other) => other.endsWith(`/${path}`));
  if (inside === undefined) return `there is no ${printableName(path)} in it. Is it an FMU?`;
  return `${printableName(path)} is not at its top but at ${printableName(inside)}. Zip the content of that folder, not the folder.`;
}

function decode(bytes: Uint8Array, file: string, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`open ${file}: ${printableName(path)} is not UTF-8 text. FMI asks for UTF-8.`);
  }
}
