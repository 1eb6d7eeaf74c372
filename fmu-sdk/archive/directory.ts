/** What the central directory of a zip says of one entry. */
export interface Entry {
  name: string;
  /** 0 stored, 8 deflated. */
  method: number;
  encrypted: boolean;
  crc32: number;
  compressedBytes: number;
  bytes: number;
  /** Offset of its local header. */
  offset: number;
  /** File type bits of its Unix mode (0 when it has none): 0o100000 a file, 0o040000 a folder, 0o120000 a link. */
  fileType: number;
}

const utf8 = new TextDecoder();

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
/** A value that stands for one in the zip64 extension: more than 4 GB. */
const elsewhere = 0xffffffff;

/**
 * The entries of a zip archive, read from its central directory alone (APPNOTE 6.3, 4.3.12 and 4.3.16). Throws an Error
 * that says what is wrong with it. Zip64 and archives in several parts are refused.
 */
export function readDirectory(zip: Uint8Array, mostEntries: number): Entry[] {
  const view = viewOf(zip);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  const begin = view.getUint32(end + 16, true);
  if (count === 0xffff || begin === elsewhere) throw new Error('it is a zip64 archive, which is not read');
  if (view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count)
    throw new Error('it is one part of several');
  if (count > mostEntries) throw new Error(`it has ${count} entries, and the limit is ${mostEntries}`);
  if (begin + size > end) throw new Error('its directory is damaged');
  const entries: Entry[] = [];
  let at = begin;
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || view.getUint32(at, true) !== entrySignature)
      throw new Error('its directory is damaged');
    const nameLength = view.getUint16(at + 28, true);
    const next = at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) throw new Error('its directory is damaged');
    entries.push({
      name: utf8.decode(zip.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      crc32: view.getUint32(at + 16, true),
      compressedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
      // Made on Unix: the upper half of the external attributes is the mode.
      fileType: zip[at + 5] === 3 ? (view.getUint32(at + 38, true) >>> 16) & 0o170000 : 0,
    });
    at = next;
  }
  return entries;
}

/** The end record: the last thing in the file, but for a comment whose length it states. */
function findEnd(zip: DataView): number {
  for (let at = zip.byteLength - 22; at >= Math.max(0, zip.byteLength - 22 - 0xffff); at--)
    if (zip.getUint32(at, true) === endSignature && zip.getUint16(at + 20, true) === zip.byteLength - at - 22)
      return at;
  throw new Error(`it is damaged or cut short (${zip.byteLength} bytes are there)`);
}

/** The bytes of an entry as they are stored. Its local header must name it as the directory does. */
export function storedBytes(zip: Uint8Array, entry: Entry): Uint8Array {
  const view = viewOf(zip);
  const at = entry.offset;
  if (at + 30 > zip.length || view.getUint32(at, true) !== localSignature)
    throw new Error('it is not where the directory says');
  const nameLength = view.getUint16(at + 26, true);
  if (utf8.decode(zip.subarray(at + 30, at + 30 + nameLength)) !== entry.name)
    throw new Error('it has another name where it stands');
  const begin = at + 30 + nameLength + view.getUint16(at + 28, true);
  if (begin + entry.compressedBytes > zip.length) throw new Error('it is cut short');
  return zip.subarray(begin, begin + entry.compressedBytes);
}
