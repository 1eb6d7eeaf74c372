import { crc32, deflateRawSync } from 'node:zlib';

/** Entry of a zip, as it is written. Omitted fields get the values of a correct zip. */
export interface RawEntry {
  name: string | Buffer;
  content: string | Uint8Array;
  deflated?: boolean;
  /** Sizes follow the data in a descriptor. */
  descriptor?: boolean;
  /** Fields of the local header only. */
  local?: { name?: string; crc32?: number; bytes?: number; flags?: number; extra?: Buffer };
  extra?: Buffer;
  comment?: string;
  flags?: number;
  date?: number;
  /** Bytes between this entry and the next. */
  gap?: string;
  /** Bytes after the compressed data that count as a part of it. */
  tail?: string;
}

export interface RawZip {
  prefix?: string;
  comment?: string;
  /** Bytes between the directory and its end record. */
  gap?: string;
}

/** Returns a zip byte by byte, including defects that no library would write. */
export function rawZip(
  entries: readonly RawEntry[],
  { prefix = '', comment = '', gap = '' }: RawZip = {},
): Buffer {
  const parts: Buffer[] = [Buffer.from(prefix)];
  const records: Buffer[] = [];
  let at = prefix.length;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const content = Buffer.from(entry.content);
    const packed = Buffer.concat([
      entry.deflated === true ? deflateRawSync(content) : content,
      Buffer.from(entry.tail ?? ''),
    ]);
    const ascii = name.every((byte) => byte < 0x80);
    const later = entry.descriptor === true;
    const flags = entry.flags ?? (ascii ? 0 : 0x800) | (later ? 8 : 0);
    const extra = entry.extra ?? Buffer.alloc(0);
    const sums = [crc32(content), packed.length, content.length];
    const local = entry.local ?? {};
    const localName = local.name === undefined ? name : Buffer.from(local.name);
    const localExtra = local.extra ?? extra;
    const localSums = later ? [0, 0, 0] : [local.crc32 ?? sums[0], sums[1], local.bytes ?? sums[2]];
    const method = entry.deflated === true ? 8 : 0;
    const date = entry.date ?? 0x21;
    const record = Buffer.concat([
      Buffer.from('PK\x01\x02', 'latin1'),
      words(20, 20, flags, method, 0, date),
      longs(...sums),
      words(name.length, extra.length, (entry.comment ?? '').length, 0, 0),
      longs(0, at),
      name,
      extra,
      Buffer.from(entry.comment ?? ''),
    ]);
    records.push(record);
    const piece = Buffer.concat([
      Buffer.from('PK\x03\x04', 'latin1'),
      words(20, local.flags ?? flags, method, 0, date),
      longs(...localSums),
      words(localName.length, localExtra.length),
      localName,
      localExtra,
      packed,
      later ? Buffer.concat([Buffer.from('PK\x07\x08', 'latin1'), longs(...sums)]) : Buffer.alloc(0),
      Buffer.from(entry.gap ?? ''),
    ]);
    parts.push(piece);
    at += piece.length;
  }
  const directory = Buffer.concat(records);
  const end = Buffer.concat([
    Buffer.from('PK\x05\x06', 'latin1'),
    words(0, 0, entries.length, entries.length),
    longs(directory.length, at),
    words(comment.length),
    Buffer.from(comment),
  ]);
  return Buffer.concat([...parts, directory, Buffer.from(gap), end]);
}

/** Returns an extra field. */
export function extraField(kind: number, data: Buffer): Buffer {
  return Buffer.concat([words(kind, data.length), data]);
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt16LE(value, 2 * i);
  return bytes;
}

function longs(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, 4 * i);
  return bytes;
}
