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

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
/** A value that stands for one in the zip64 extension: more than 4 GB. */
const elsewhere = 0xffffffff;

/**
 * The entries of a zip archive, read from its central directory alone (APPNOTE 6.3, 4.3.12 and 4.3.16). Throws an Error
 * that says what is wrong with it. Zip64 and archives in several parts are refused.
 */
export function readDirectory(zip: Buffer, mostEntries: number): Entry[] {
  const end = findEnd(zip);
  const count = zip.readUInt16LE(end + 10);
  const size = zip.readUInt32LE(end + 12);
  const begin = zip.readUInt32LE(end + 16);
  if (count === 0xffff || begin === elsewhere) throw new Error('it is a zip64 archive, which is not read');
  if (zip.readUInt16LE(end + 4) !== 0 || zip.readUInt16LE(end + 8) !== count)
    throw new Error('it is one part of several');
  if (count > mostEntries) throw new Error(`it has ${count} entries, and the limit is ${mostEntries}`);
  if (begin + size > end) throw new Error('its directory is damaged');
  const entries: Entry[] = [];
  let at = begin;
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || zip.readUInt32LE(at) !== entrySignature) throw new Error('its directory is damaged');
    const nameLength = zip.readUInt16LE(at + 28);
    const next = at + 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    if (next > end) throw new Error('its directory is damaged');
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      method: zip.readUInt16LE(at + 10),
      encrypted: (zip.readUInt16LE(at + 8) & 1) === 1,
      crc32: zip.readUInt32LE(at + 16),
      compressedBytes: zip.readUInt32LE(at + 20),
      bytes: zip.readUInt32LE(at + 24),
      offset: zip.readUInt32LE(at + 42),
      // Made on Unix: the upper half of the external attributes is the mode.
      fileType: zip[at + 5] === 3 ? (zip.readUInt32LE(at + 38) >>> 16) & 0o170000 : 0,
    });
    at = next;
  }
  return entries;
}

/** The end record: the last thing in the file, but for a comment whose length it states. */
function findEnd(zip: Buffer): number {
  for (let at = zip.length - 22; at >= Math.max(0, zip.length - 22 - 0xffff); at--)
    if (zip.readUInt32LE(at) === endSignature && zip.readUInt16LE(at + 20) === zip.length - at - 22)
      return at;
  throw new Error(`it is damaged or cut short (${zip.length} bytes are there)`);
}

/** The bytes of an entry as they are stored. Its local header must name it as the directory does. */
export function storedBytes(zip: Buffer, entry: Entry): Buffer {
  const at = entry.offset;
  if (at + 30 > zip.length || zip.readUInt32LE(at) !== localSignature)
    throw new Error('it is not where the directory says');
  const nameLength = zip.readUInt16LE(at + 26);
  if (zip.toString('utf8', at + 30, at + 30 + nameLength) !== entry.name)
    throw new Error('it has another name where it stands');
  const begin = at + 30 + nameLength + zip.readUInt16LE(at + 28);
  if (begin + entry.compressedBytes > zip.length) throw new Error('it is cut short');
  return zip.subarray(begin, begin + entry.compressedBytes);
}
