import { readFileSync, statSync } from 'node:fs';
import { crc32, inflateRawSync } from 'node:zlib';
import { messageOf, UserError } from '../error.ts';
import { type Entry, readDirectory, storedBytes } from './directory.ts';
import { refuseBadNames } from './names.ts';

/** Bounds on an archive from anybody: what is larger is refused before it fills the memory. */
export interface Limits {
  archiveBytes: number;
  entries: number;
  /** Of one entry, inflated. */
  entryBytes: number;
  /** Of all entries that are read, inflated. */
  totalBytes: number;
}

export const defaultLimits: Readonly<Limits> = {
  archiveBytes: 512 * 2 ** 20,
  entries: 20_000,
  entryBytes: 512 * 2 ** 20,
  totalBytes: 2 ** 30,
};

/** An archive as plain data, which another thread can receive: its bytes, and what its directory says. */
export interface ArchiveContent {
  readonly file: string;
  readonly zip: Uint8Array;
  readonly entries: readonly Entry[];
}

/** A `.fmu` (or `.ssp`) whose directory has been checked; entries are inflated when asked for. */
export interface Archive {
  readonly file: string;
  readonly content: ArchiveContent;
  readonly paths: readonly string[];
  has(path: string): boolean;
  bytes(path: string): Promise<Uint8Array>;
  text(path: string): Promise<string>;
}

/** Opens a zip archive. Refuses what is truncated, too large, or has names that are not safe to unpack. */
export async function openArchive(file: string, limits: Readonly<Limits> = defaultLimits): Promise<Archive> {
  const zip = readWhole(file, limits.archiveBytes);
  let entries: Entry[];
  try {
    entries = readDirectory(zip, limits.entries);
    refuseBadNames(entries);
  } catch (error) {
    throw new UserError(
      `open ${file}: as a zip archive, ${messageOf(error)}. Get the file again, or ask its sender.`,
    );
  }
  return archiveOf({ file, zip, entries }, limits);
}

/** The same archive again, from what was read and checked of it. */
export function archiveOf(content: ArchiveContent, limits: Readonly<Limits> = defaultLimits): Archive {
  const { file, entries } = content;
  const zip = Buffer.from(content.zip.buffer, content.zip.byteOffset, content.zip.length);
  const files = new Map(
    entries.filter(({ name }) => !name.endsWith('/')).map((entry) => [entry.name, entry]),
  );
  let left = limits.totalBytes;
  const bytes = async (path: string): Promise<Uint8Array> => {
    const entry = files.get(path);
    if (entry === undefined) throw new UserError(`open ${file}: ${missing(path, [...files.keys()])}`);
    const most = Math.min(limits.entryBytes, left);
    try {
      const content = inflate(storedBytes(zip, entry), entry, most);
      left -= content.length;
      return content;
    } catch (error) {
      const reason =
        (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE'
          ? `inflates beyond ${most < limits.entryBytes ? 'the limit of all entries together' : `${most} bytes`}. Refused: it may be a zip bomb`
          : `is damaged (${messageOf(error)}). Get the file again`;
      throw new UserError(`open ${file}: ${path} ${reason}.`);
    }
  };
  return {
    file,
    content,
    paths: [...files.keys()],
    has: (path) => files.has(path),
    bytes,
    text: async (path) => decode(await bytes(path), file, path),
  };
}

function readWhole(file: string, most: number): Buffer {
  try {
    const { size } = statSync(file);
    if (size > most) throw new Error(`it has ${size} bytes, and the limit is ${most} bytes`);
    return readFileSync(file);
  } catch (error) {
    throw new UserError(`open ${file}: ${messageOf(error)}. Name an FMU file that exists and can be read.`);
  }
}

/** Whatever the directory claims of its size, no more than `most` bytes come out. */
function inflate(stored: Buffer, { method, encrypted, crc32: expected }: Entry, most: number): Uint8Array {
  if (encrypted) throw new Error('it is encrypted');
  if (method !== 0 && method !== 8) throw new Error(`compression method ${method} is not known`);
  // Zero is no limit that the runtime takes.
  const content = method === 0 ? stored : inflateRawSync(stored, { maxOutputLength: Math.max(1, most) });
  if (content.length > most) throw Object.assign(new Error(), { code: 'ERR_BUFFER_TOO_LARGE' });
  if (crc32(content) !== expected) throw new Error('its checksum is wrong');
  return new Uint8Array(content.buffer, content.byteOffset, content.length);
}

function missing(path: string, paths: readonly string[]): string {
  const inside = paths.find((other) => other.endsWith(`/${path}`));
  if (inside === undefined) return `there is no ${path} in it. Is it an FMU?`;
  return `${path} is not at its top but at ${inside}. Zip the content of that folder, not the folder.`;
}

function decode(bytes: Uint8Array, file: string, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`open ${file}: ${path} is not UTF-8 text. FMI asks for UTF-8.`);
  }
}
