import { createHash } from 'node:crypto';
import { crc32, inflateRawSync } from 'node:zlib';
import { type Archive, archiveFromContent, type Inflater, TooLargeError } from '../archive/archive.ts';
import { messageOf, UserError } from '../util/user-error.ts';
import { type EntryRange, entryRangesOf } from './zip-tiles.ts';

/**
 * Folder of the signatures in an archive: one file for each key, named by the key's fingerprint.
 */
export const signatureFolder = 'extra/org.fmukit.signature/';

const signaturePath = /^extra\/org\.fmukit\.signature\/([0-9a-f]{64})\.sig$/;

/** Path of the signature by a key. */
export function signaturePathOf(fingerprint: string): string {
  return `${signatureFolder}${fingerprint}.sig`;
}

/**
 * Returns the fingerprint of the key whose signature is at a path. Returns undefined if the path is
 * not that of a signature.
 */
export function signerOf(path: string): string | undefined {
  return signaturePath.exec(path)?.[1];
}

/** Content that a signature covers, and the signatures beside it. */
export interface SignedContent {
  /**
   * One line for each entry except signatures: `SHA-256 bytes path`, in the byte order of the
   * paths.
   */
  readonly lines: readonly string[];
  /** The files of signatures, by path. */
  readonly signatures: ReadonlyMap<string, Uint8Array>;
  readonly tiles: readonly EntryRange[];
}

/**
 * Returns the content of an archive. Equal files give equal content, whatever their order,
 * compression and dates in the zip. Reads every entry from the archive's bytes in memory, which are
 * the bytes that run. Throws a UserError if the zip may contain anything else.
 */
export async function readSignedContent(archive: Archive, operation: string): Promise<SignedContent> {
  const { file, content } = archive;
  const strictArchive = archiveFromContent(content, strictInflater);
  const coveredLines: { key: string; line: string }[] = [];
  const signatures = new Map<string, Uint8Array>();
  try {
    const tiles = entryRangesOf(content.zip);
    for (const [i, { name, rawName }] of tiles.entries()) {
      const { bytes: size, name: read } = content.entries[i];
      if (read !== name)
        throw new Error(`${JSON.stringify(name)} has a name that the archive reader changes`);
      const bytes = name.endsWith('/') ? folder(size, name) : await strictArchive.bytes(name);
      if (bytes.length !== size) throw new Error(`${JSON.stringify(name)} does not have the stated size`);
      if (signaturePath.test(name)) signatures.set(name, bytes);
      else coveredLines.push({ key: Buffer.from(rawName).toString('hex'), line: lineOf(rawName, bytes) });
    }
    coveredLines.sort((a, b) => (a.key < b.key ? -1 : 1));
    return { lines: coveredLines.map(({ line }) => line), signatures, tiles };
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `${operation} ${file}: ${messageOf(error)}, which a signature cannot cover. Zip its files again, or ask its author.`,
    );
  }
}

function folder(size: number, name: string): Uint8Array {
  if (size !== 0) throw new Error(`the folder ${JSON.stringify(name)} has content`);
  return new Uint8Array();
}

/**
 * Returns `SHA-256 bytes path`. In the path, `%` and characters other than visible ASCII become
 * `%XX`.
 */
function lineOf(rawName: Uint8Array, bytes: Uint8Array): string {
  const path = Array.from(rawName, (byte) =>
    byte > 0x20 && byte < 0x7f && byte !== 0x25
      ? String.fromCharCode(byte)
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
  return `${createHash('sha256').update(bytes).digest('hex')} ${bytes.length} ${path}`;
}

/** Inflates what is compressed to its last byte, and refuses what stands behind. */
const strictInflater: Inflater = {
  crc32,
  inflate: (stored, most) => {
    try {
      const options = { maxOutputLength: Math.max(1, most), info: true };
      const { buffer, engine } = inflateRawSync(stored, options) as unknown as {
        buffer: Buffer;
        engine: { bytesWritten: number };
      };
      if (engine.bytesWritten !== stored.length) throw new Error('bytes follow its compressed data');
      return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
    } catch (error) {
      throw (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? new TooLargeError() : error;
    }
  },
};
