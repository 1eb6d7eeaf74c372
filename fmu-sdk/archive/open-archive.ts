import { crc32, inflateRawSync } from 'node:zlib';
import { requirePath } from '../util/files/require-path.ts';
import { readRegularFile } from '../util/regular-file.ts';
import { type OptionTable, requireOptions, withoutUndefined } from '../util/require-options.ts';
import { messageOf, UserError } from '../util/user-error.ts';
import {
  type Archive,
  archiveFrom,
  defaultLimits,
  type Inflater,
  type Limits,
  TooLargeError,
} from './archive.ts';

const limitKinds: OptionTable<Limits> = {
  archiveBytes: 'amount',
  entries: 'amount',
  entryBytes: 'amount',
  totalBytes: 'amount',
};

/**
 * Opens a zip archive. Rejects truncated and large archives, and unsafe names.
 *
 * @param limits replace default limits
 * @param displayName name of the file for errors, if the user does not know the path
 *
 * @example
 * const archive = await openArchive('dist/my-filter.fmu', { entries: 1000 });
 * console.log(archive.paths);
 * const xml = await archive.text('modelDescription.xml');
 */
export async function openArchive(
  file: string,
  limits: { readonly [Limit in keyof Limits]?: Limits[Limit] | undefined } = {},
  displayName?: string,
): Promise<Archive> {
  requirePath('open', file);
  requireOptions<Limits>(`open ${file}: limits`, limits, limitKinds);
  const all = { ...defaultLimits, ...withoutUndefined(limits) };
  const zip = readWholeFile(file, all.archiveBytes);
  return archiveFrom(displayName ?? file, zip, zlib, all, displayName === undefined ? undefined : file);
}

/** Bytes that a deflated byte yields at most (258 bytes for two bits). */
const deflateRatio = 1032;

export const zlib: Inflater = {
  crc32,
  inflate: (stored, most, stated = 0) => {
    // A buffer for all bytes and one more makes copies needless. A wrong size cannot make it large.
    const size = Math.min(stated, most, deflateRatio * stored.length) + 1;
    try {
      const { buffer, byteOffset, length } = inflateRawSync(stored, {
        // The runtime does not accept a limit of zero.
        maxOutputLength: Math.max(1, most),
        chunkSize: Math.max(16_384, size),
      });
      return new Uint8Array(buffer, byteOffset, length);
    } catch (error) {
      throw (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? new TooLargeError() : error;
    }
  },
};

function readWholeFile(file: string, most: number): Uint8Array {
  try {
    return readRegularFile(file, most);
  } catch (error) {
    throw new UserError(`open ${file}: ${messageOf(error)}. Name an existing, readable FMU file.`);
  }
}
