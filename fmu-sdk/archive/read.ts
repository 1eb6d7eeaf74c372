import { readFileSync, statSync } from 'node:fs';
import JSZip from 'jszip';
import { messageOf, UserError } from '../error.ts';

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

/** A `.fmu` (or `.ssp`) whose directory has been checked; entries are inflated when asked for. */
export interface Archive {
  readonly file: string;
  readonly paths: readonly string[];
  has(path: string): boolean;
  bytes(path: string): Promise<Uint8Array>;
  text(path: string): Promise<string>;
}

/** Opens a zip archive. Refuses what is truncated, too large, or has an entry that leaves the archive. */
export async function openArchive(file: string, limits: Readonly<Limits> = defaultLimits): Promise<Archive> {
  let data: Uint8Array;
  try {
    const size = statSync(file).size;
    if (size > limits.archiveBytes)
      throw new Error(`it has ${size} bytes, and the limit is ${limits.archiveBytes} bytes`);
    data = readFileSync(file);
  } catch (error) {
    throw new UserError(`open ${file}: ${messageOf(error)}. Name an FMU file that exists and can be read.`);
  }
  let zip: JSZip;
  try {
    zip = await JSZip.loadAsync(data, { createFolders: false });
  } catch {
    throw new UserError(
      `open ${file}: the zip archive is damaged or cut short (${data.length} bytes are there). Get the file again.`,
    );
  }
  const entries = Object.values(zip.files).filter((entry) => !entry.dir);
  if (entries.length > limits.entries)
    throw new UserError(`open ${file}: ${entries.length} entries, and the limit is ${limits.entries}.`);
  for (const entry of Object.values(zip.files)) refuseEscape(file, entry.unsafeOriginalName ?? entry.name);
  const budget = { left: limits.totalBytes };
  const bytes = async (path: string): Promise<Uint8Array> => {
    const entry = zip.file(path);
    if (entry === null) throw new UserError(`open ${file}: there is no ${path} in it. Is it an FMU?`);
    return inflate(entry, file, limits.entryBytes, budget);
  };
  return {
    file,
    paths: entries.map((entry) => entry.name),
    has: (path) => zip.file(path) !== null,
    bytes,
    text: async (path) => decode(await bytes(path), file, path),
  };
}

function refuseEscape(file: string, name: string): void {
  const escapes =
    name.startsWith('/') || /^[A-Za-z]:/.test(name) || name.includes('\\') || name.split('/').includes('..');
  if (escapes)
    throw new UserError(
      `open ${file}: the entry ${JSON.stringify(name)} points outside the archive. Do not use this file; ask its sender.`,
    );
}

/** Inflates with a count of bytes, so that a zip bomb ends at the limit whatever its directory claims. */
function inflate(
  entry: JSZip.JSZipObject,
  file: string,
  most: number,
  budget: { left: number },
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const stream = entry.nodeStream('nodebuffer');
    stream.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      budget.left -= chunk.length;
      if (size > most || budget.left < 0) {
        stream.pause();
        reject(
          new UserError(
            `open ${file}: ${entry.name} inflates beyond ${budget.left < 0 ? 'the limit of all entries together' : `${most} bytes`}. Refused: it may be a zip bomb.`,
          ),
        );
      } else chunks.push(chunk);
    });
    stream.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    stream.on('error', (error: Error) =>
      reject(new UserError(`open ${file}: ${entry.name} is damaged (${error.message}). Get the file again.`)),
    );
  });
}

function decode(bytes: Uint8Array, file: string, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`open ${file}: ${path} is not UTF-8 text. FMI asks for UTF-8.`);
  }
}
