import { rejectExtraFields } from './extra-fields.ts';

/**
 * Entry of a zip without hidden data: its record in the directory, and its bytes with their
 * headers.
 */
export interface EntryRange {
  /** The name as bytes, and as text. */
  readonly rawName: Uint8Array;
  readonly name: string;
  /** The record in the directory. */
  readonly record: Uint8Array;
  /** Local header, data, and the descriptor behind them. */
  readonly begin: number;
  readonly end: number;
}

/** Fields of a record or a local header, at offsets from their first common field. */
interface HeaderFields {
  flags: number;
  method: number;
  crc32: number;
  compressedBytes: number;
  bytes: number;
}

const endSignature = 0x06054b50;
const recordSignature = 0x02014b50;
const localSignature = 0x04034b50;
const descriptorSignature = 0x08074b50;
/**
 * Bits of the flags: a hint of the compressor (1, 2), sizes after the data (3), names in UTF-8
 * (11).
 */
const hint = 0x0006;
const sizesInDescriptor = 0x0008;
const utf8Names = 0x0800;

/**
 * Returns the entries of a zip in the order of its directory. Rejects any other content: bytes
 * before, between or after them, comments, duplicate names, and headers that differ from the
 * directory (APPNOTE 6.3, 4.3.7 to 4.3.16). Two tools could read such a zip as two different FMUs.
 * Throws an Error with the reason.
 *
 * A tile may freely contain times, owners, attributes and versions.
 */
export function entryRangesOf(zip: Uint8Array): EntryRange[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
  const end = zip.length - 22;
  if (end < 0 || view.getUint32(end, true) !== endSignature || view.getUint16(end + 20, true) !== 0)
    throw new Error('a comment or other bytes follow its directory');
  const count = view.getUint16(end + 10, true);
  const begin = view.getUint32(end + 16, true);
  if (view.getUint32(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count)
    throw new Error('it is one part of several');
  if (begin + view.getUint32(end + 12, true) !== end)
    throw new Error('other bytes are between its directory and its end');
  const tiles = records(zip, view, begin, end, count);
  rejectDuplicates(tiles);
  const byPlace = [...tiles].sort((a, b) => a.begin - b.begin);
  byPlace.forEach((tile, i) => {
    if (i === 0 && tile.begin !== 0) throw new Error('other bytes precede its first entry');
    tile.end = byPlace[i + 1]?.begin ?? begin;
    rejectLocalHeader(zip, view, tile);
  });
  if (tiles.length === 0 && begin !== 0) throw new Error('other bytes precede its directory');
  return tiles;
}

type PartialRange = { -readonly [K in keyof EntryRange]: EntryRange[K] };

function records(zip: Uint8Array, view: DataView, begin: number, end: number, count: number): PartialRange[] {
  const tiles: PartialRange[] = [];
  let at = begin;
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || view.getUint32(at, true) !== recordSignature)
      throw new Error('its directory is damaged');
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    if (extraEnd > end) throw new Error('its directory is damaged');
    const rawName = zip.subarray(at + 46, nameEnd);
    const name = nameOf(rawName, (view.getUint16(at + 8, true) & utf8Names) !== 0);
    if (view.getUint16(at + 32, true) !== 0) throw new Error(`${JSON.stringify(name)} has a comment`);
    if (view.getUint16(at + 34, true) !== 0) throw new Error('it is one part of several');
    rejectAttributes(view.getUint32(at + 38, true), name);
    rejectExtraFields(zip.subarray(nameEnd, extraEnd), rawName, name);
    const place = view.getUint32(at + 42, true);
    tiles.push({ rawName, name, record: zip.subarray(at, extraEnd), begin: place, end: place });
    at = extraEnd;
  }
  if (at !== end) throw new Error('other bytes are between its directory and its end');
  return tiles;
}

/** Returns a name that every tool reads equally: ASCII, or declared UTF-8. */
function nameOf(raw: Uint8Array, isDeclaredUtf8: boolean): string {
  const name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
  if (!isDeclaredUtf8 && raw.some((byte) => byte > 0x7f))
    throw new Error(`the name ${JSON.stringify(name)} is neither ASCII nor declared as UTF-8`);
  return name;
}

/** Rejects attributes of any system that contradict the name: a file, or a folder by its `/`. */
function rejectAttributes(attributes: number, name: string): void {
  const isFolder = name.endsWith('/');
  const unix = (attributes >>> 28) & 0xf;
  const dos = attributes & 0x18;
  if (![0, isFolder ? 0o04 : 0o10].includes(unix) || (dos !== 0 && !(isFolder && dos === 0x10)))
    throw new Error(`the attributes of ${JSON.stringify(name)} contradict its name`);
}

function rejectDuplicates(tiles: readonly EntryRange[]): void {
  const names = new Set<string>();
  for (const { name } of tiles) {
    if (names.has(name)) throw new Error(`${JSON.stringify(name)} occurs twice`);
    names.add(name);
  }
}

/**
 * Rejects a local header that differs from the directory, or whose bytes do not end at the next
 * entry.
 */
function rejectLocalHeader(
  zip: Uint8Array,
  view: DataView,
  { name, rawName, record, begin, end }: EntryRange,
): void {
  const refuse = (what: string): never => {
    throw new Error(`${JSON.stringify(name)} ${what}`);
  };
  const directoryFields = fieldsAt(new DataView(record.buffer, record.byteOffset, record.length), 8);
  if (begin + 30 > end || view.getUint32(begin, true) !== localSignature)
    refuse('is not at its position in the directory');
  const local = fieldsAt(view, begin + 6);
  const nameEnd = begin + 30 + view.getUint16(begin + 26, true);
  const dataBegin = nameEnd + view.getUint16(begin + 28, true);
  if (!sameBytes(zip.subarray(begin + 30, nameEnd), rawName)) refuse('has another name in its local header');
  if ((directoryFields.flags & ~(hint | sizesInDescriptor | utf8Names)) !== 0)
    refuse('is encrypted or has an unknown form');
  const later = (directoryFields.flags & sizesInDescriptor) !== 0;
  const equal = (['crc32', 'compressedBytes', 'bytes'] as const).every(
    (field) => local[field] === directoryFields[field] || (later && local[field] === 0),
  );
  if (
    ((local.flags ^ directoryFields.flags) & ~hint) !== 0 ||
    local.method !== directoryFields.method ||
    !equal
  )
    refuse('differs from its directory record');
  const dataEnd = dataBegin + directoryFields.compressedBytes;
  if (dataEnd > end) refuse('is cut short, or shares its bytes with another entry');
  rejectExtraFields(zip.subarray(nameEnd, dataBegin), rawName, name);
  const trailingBytes = end - dataEnd;
  if (later ? !isDescriptor(view, dataEnd, trailingBytes, directoryFields) : trailingBytes !== 0)
    refuse('is followed by hidden bytes');
}

function fieldsAt(view: DataView, at: number): HeaderFields {
  return {
    flags: view.getUint16(at, true),
    method: view.getUint16(at + 2, true),
    crc32: view.getUint32(at + 8, true),
    compressedBytes: view.getUint32(at + 12, true),
    bytes: view.getUint32(at + 16, true),
  };
}

/** Checksum and sizes behind the data, with a signature of their own or without. */
function isDescriptor(view: DataView, at: number, length: number, directoryFields: HeaderFields): boolean {
  if (length === 16 && view.getUint32(at, true) !== descriptorSignature) return false;
  if (length !== 12 && length !== 16) return false;
  const words = [0, 4, 8].map((offset) => view.getUint32(at + length - 12 + offset, true));
  return (
    words[0] === directoryFields.crc32 &&
    words[1] === directoryFields.compressedBytes &&
    words[2] === directoryFields.bytes
  );
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
