import { cp437 } from './cp437.ts';

/** Record of one entry in the central directory of a zip. */
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
  /**
   * File type bits of its Unix mode (0 without a mode): 0o100000 a file, 0o040000 a folder,
   * 0o120000 a link.
   */
  fileType: number;
  /** True if the path contains backslashes, as some Windows tools write. `name` has "/" instead. */
  backslashes: boolean;
}

/** Returns notes on an archive's paths, as sentences without a full stop. */
export function notesOnPaths(entries: readonly Entry[]): string[] {
  const count = entries.filter(({ backslashes }) => backslashes).length;
  if (count === 0) return [];
  return [
    `${count} of its ${entries.length} paths have backslashes, which were read as "/": zip files have "/" (APPNOTE 4.4.17)`,
  ];
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}

const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const locator64Signature = 0x07064b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
/** A value that stands for one in the zip64 extension: more than 4 GB. */
const elsewhere = 0xffffffff;
/** Encrypted, by whatever method (APPNOTE 4.4.4, bits 0, 6 and 13). */
const encryptedFlags = 0x2041;
/** Sizes and checksum stand behind the data, and may be 0 in the local header (bit 3). */
const descriptorFlag = 8;
/** Makers of entries whose upper external attributes are a Unix mode: Unix, and macOS. */
const unixMakers: readonly number[] = [3, 19];

const backslash = 0x5c;

/** Bytes of a name: longer than any file system has them, and short enough for 20 000 of them. */
const longestName = 1024;

/**
 * Reads the entries of a zip archive from its central directory (APPNOTE 6.3, 4.3.12 and 4.3.16).
 * Rejects zip64 and multi-part archives, and overlapping entries, by which a small archive unpacks
 * to a large one. Throws an Error with the reason.
 */
export function readDirectory(zip: Uint8Array, mostEntries: number): Entry[] {
  const view = viewOf(zip);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  const begin = view.getUint32(end + 16, true);
  if (count === 0xffff || begin === elsewhere || size === elsewhere)
    throw new Error('it is a zip64 archive, which is not supported');
  if (view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count)
    throw new Error('it is one part of several');
  if (count > mostEntries) throw new Error(`it has ${count} entries, and the limit is ${mostEntries}`);
  if (begin + size > end) throw new Error('its directory is damaged');
  rejectContradictoryZip64(view, end, { count, size, begin });
  const entries: Entry[] = [];
  let at = begin;
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || view.getUint32(at, true) !== entrySignature)
      throw new Error('its directory is damaged');
    const nameLength = view.getUint16(at + 28, true);
    const next = at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) throw new Error('its directory is damaged');
    if (nameLength > longestName)
      throw new Error(`the name of an entry has ${nameLength} bytes, and the limit is ${longestName}`);
    const raw = zip.subarray(at + 46, at + 46 + nameLength);
    const unix = unixMakers.includes(zip[at + 5]);
    // On Unix a backslash is part of a file's name.
    const backslashes = !unix && raw.includes(backslash);
    entries.push({
      name: nameOf(raw, backslashes),
      backslashes,
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & encryptedFlags) !== 0,
      crc32: view.getUint32(at + 16, true),
      compressedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
      fileType: unix ? (view.getUint32(at + 38, true) >>> 16) & 0o170000 : 0,
    });
    at = next;
  }
  if (at !== begin + size) throw new Error('its directory does not have the stated size');
  rejectOverlaps(zip, entries, begin);
  rejectDifferentNames(zip, entries);
  return entries;
}

/** The end record: the last thing in the file, but for a comment whose length it states. */
function findEnd(zip: DataView): number {
  for (let at = zip.byteLength - 22; at >= Math.max(0, zip.byteLength - 22 - 0xffff); at--)
    if (zip.getUint32(at, true) === endSignature && zip.getUint16(at + 20, true) === zip.byteLength - at - 22)
      return at;
  throw new Error(`it is damaged or cut short (it has ${zip.byteLength} bytes)`);
}

/** Bytes of a zip64 end record without more behind its fields. */
const end64Bytes = 56;

/**
 * Rejects a zip64 end record that contradicts the zip end record, because tools differ in the one
 * they read. It must be directly before the other record and at its stated position, because tools
 * differ in where they search it.
 */
function rejectContradictoryZip64(
  view: DataView,
  end: number,
  { count, size, begin }: { count: number; size: number; begin: number },
): void {
  const locator = end - 20;
  if (locator < 0 || view.getUint32(locator, true) !== locator64Signature) return;
  const at = Number(view.getBigUint64(locator + 8, true));
  const same =
    at === locator - end64Bytes &&
    view.getBigUint64(at + 24, true) === BigInt(count) &&
    view.getUint32(at, true) === end64Signature &&
    view.getBigUint64(at + 32, true) === BigInt(count) &&
    view.getBigUint64(at + 40, true) === BigInt(size) &&
    view.getBigUint64(at + 48, true) === BigInt(begin);
  if (!same) throw new Error('it has two directories, of zip and of zip64, which differ');
}

/** Returns a name without `.` parts. `./` is the folder of all entries. */
function nameOf(bytes: Uint8Array, backslashes: boolean): string {
  const text = textOf(bytes);
  return (backslashes ? text.replaceAll('\\', '/') : text).replace(/(^|\/)(?:\.\/)+(?=.)/g, '$1');
}

/**
 * Decodes UTF-8, which most tools write, whatever they declare. Otherwise decodes the code page of
 * the first zip tools (APPNOTE D.1).
 */
function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return cp437(bytes);
  }
}

function rejectOverlaps(zip: Uint8Array, entries: readonly Entry[], directory: number): void {
  const places = entries.flatMap((entry) => {
    const local = localHeader(zip, entry);
    return local === undefined
      ? []
      : [{ entry, begin: entry.offset, end: local.data + entry.compressedBytes }];
  });
  places.sort((a, b) => a.begin - b.begin);
  places.forEach(({ entry, begin, end }, i) => {
    const next = places[i + 1];
    // Several entries of a directory may be one: the same name at the same place.
    const same = next?.begin === begin && next.entry.name === entry.name;
    if (end > (next?.begin ?? directory) && !same)
      throw new Error(`the entry ${JSON.stringify(entry.name)} overlaps the next one`);
  });
}

/** Rejects entries whose local header has another name, because some tools read the name there. */
function rejectDifferentNames(zip: Uint8Array, entries: readonly Entry[]): void {
  for (const entry of entries) {
    const local = localHeader(zip, entry);
    if (local !== undefined && local.name !== entry.name)
      throw new Error(`the entry ${JSON.stringify(entry.name)} has another name in its local header`);
  }
}

interface LocalHeader {
  name: string;
  flags: number;
  method: number;
  /** Checksum, compressed size, size. */
  sums: number[];
  /** Offset of the data. */
  data: number;
}

function localHeader(zip: Uint8Array, { offset: at, backslashes }: Entry): LocalHeader | undefined {
  const view = viewOf(zip);
  if (at + 30 > zip.length || view.getUint32(at, true) !== localSignature) return undefined;
  const nameLength = view.getUint16(at + 26, true);
  return {
    name: nameOf(zip.subarray(at + 30, at + 30 + nameLength), backslashes),
    flags: view.getUint16(at + 6, true),
    method: view.getUint16(at + 8, true),
    sums: [14, 18, 22].map((field) => view.getUint32(at + field, true)),
    data: at + 30 + nameLength + view.getUint16(at + 28, true),
  };
}

/** Returns the stored bytes of an entry. Its local header must match the directory. */
export function storedBytes(zip: Uint8Array, entry: Entry): Uint8Array {
  const local = localHeader(zip, entry);
  if (local === undefined) throw new Error('it is not at its position in the directory');
  const { flags, method, sums, data } = local;
  if (((flags & encryptedFlags) !== 0) !== entry.encrypted || method !== entry.method)
    throw new Error('it is stored differently from its directory record');
  const directoryValue = [entry.crc32, entry.compressedBytes, entry.bytes];
  // The sizes after the data are 0 before it, complete or partial. If zip64 has the sizes, they are
  // 0xffffffff.
  const hasDescriptor = (flags & descriptorFlag) !== 0;
  const open = (sum: number, i: number): boolean =>
    (hasDescriptor && sum === 0) || ((hasDescriptor || i > 0) && sum === elsewhere);
  if (sums.some((sum, i) => sum !== directoryValue[i] && !open(sum, i)))
    throw new Error('its size or checksum differs from its directory record');
  if (entry.compressedBytes === elsewhere || entry.bytes === elsewhere)
    throw new Error('its size is in zip64 form, which is not supported');
  const end = data + entry.compressedBytes;
  if (end > zip.length) throw new Error('it is cut short');
  return zip.subarray(data, end);
}
