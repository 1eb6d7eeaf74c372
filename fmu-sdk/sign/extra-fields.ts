import { crc32 } from 'node:zlib';

/**
 * Extra fields of times and owners by number, with their largest size in bytes (APPNOTE 6.3,
 * 4.5.2).
 */
const known: ReadonlyMap<number, number> = new Map([
  [0x000a, 32], // NTFS: three times
  [0x5455, 13], // Unix: three times
  [0x5855, 12], // Unix: two times and owner, old
  [0x7855, 4], // Unix: owner, old
  [0x7875, 24], // Unix: owner
  [0xcafe, 0], // the mark of a JAR
]);

/**
 * Name in UTF-8, after a version and the checksum of the name in the header (APPNOTE 6.3, 4.6.9).
 */
const unicodePath = 0x7075;

/**
 * Rejects extra fields that could hide data, or that change what other tools read (another name,
 * other sizes). Allows only times, owners, and a repetition of the name.
 */
export function rejectExtraFields(field: Uint8Array, rawName: Uint8Array, name: string): void {
  const view = new DataView(field.buffer, field.byteOffset, field.length);
  let at = 0;
  while (at + 4 <= field.length) {
    const kind = view.getUint16(at, true);
    const next = at + 4 + view.getUint16(at + 2, true);
    const data = field.subarray(at + 4, next);
    if (next > field.length) break;
    const isAllowed =
      kind === unicodePath ? isSameName(data, rawName) : data.length <= (known.get(kind) ?? -1);
    if (!isAllowed)
      throw new Error(
        `${JSON.stringify(name)} has an extra field (0x${kind.toString(16).padStart(4, '0')}) other than times and owners`,
      );
    at = next;
  }
  if (at !== field.length) throw new Error(`${JSON.stringify(name)} has a damaged extra field`);
}

function isSameName(data: Uint8Array, rawName: Uint8Array): boolean {
  const same = Buffer.alloc(5 + rawName.length);
  same.writeUInt8(1, 0);
  same.writeUInt32LE(crc32(rawName), 1);
  same.set(rawName, 5);
  return same.equals(data);
}
