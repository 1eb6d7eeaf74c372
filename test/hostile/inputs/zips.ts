import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a zip file, valid or not. */
export interface Written {
  name: string | Uint8Array;
  content?: Uint8Array | string;
  /** Fields of the local header that differ from the directory. */
  local?: { name?: string; flags?: number; method?: number; crc?: number; bytes?: number };
  flags?: number;
  method?: number;
  /** Upper half of the external attributes, and the creating system: 3 is Unix. */
  mode?: number;
  maker?: number;
  crc?: number;
  bytes?: number;
  compressedBytes?: number;
  /** Wrong offset of its local header. */
  offset?: number;
  extra?: Uint8Array;
}

/** Wrong fields of the end record. */
export interface End {
  count?: number;
  size?: number;
  begin?: number;
  comment?: string;
  disk?: number;
  /** Bytes between the directory and its end record. */
  before?: Uint8Array;
  /** Bytes after the end record. */
  after?: Uint8Array;
}

const le = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** i) % 256);

/** Creates a zip file byte for byte as requested. */
export function zipOf(entries: readonly Written[], end: End = {}): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: number[][] = [];
  let at = 0;
  for (const e of entries) {
    const name = typeof e.name === 'string' ? Buffer.from(e.name) : e.name;
    const content = Buffer.from(e.content ?? '');
    const method = e.method ?? 0;
    const data = method === 8 ? deflateRawSync(content) : content;
    const sums = [e.crc ?? crc32(content), e.compressedBytes ?? data.length, e.bytes ?? content.length];
    const localName = e.local?.name === undefined ? name : Buffer.from(e.local.name);
    const localSums = [e.local?.crc ?? sums[0], sums[1], e.local?.bytes ?? sums[2]];
    const flags = e.flags ?? 0;
    const header = [
      ...[0x50, 0x4b, 3, 4, ...le(20, 2), ...le(e.local?.flags ?? flags, 2)],
      ...[...le(e.local?.method ?? method, 2), ...le(0, 4), ...localSums.flatMap((sum) => le(sum, 4))],
      ...[...le(localName.length, 2), ...le(0, 2), ...localName],
    ];
    const extra = e.extra ?? new Uint8Array();
    directory.push([
      ...[0x50, 0x4b, 1, 2, 20, e.maker ?? 0, ...le(20, 2), ...le(flags, 2), ...le(method, 2), ...le(0, 4)],
      ...[...sums.flatMap((sum) => le(sum, 4)), ...le(name.length, 2), ...le(extra.length, 2), ...le(0, 2)],
      ...[...le(0, 2), ...le(0, 2), ...le((e.mode ?? 0) * 65536, 4), ...le(e.offset ?? at, 4)],
      ...[...name, ...extra],
    ]);
    parts.push(Uint8Array.from(header), data);
    at += header.length + data.length;
  }
  const bytes = directory.flat();
  const comment = Buffer.from(end.comment ?? '');
  const count = end.count ?? entries.length;
  parts.push(Uint8Array.from(bytes), end.before ?? new Uint8Array());
  parts.push(
    Uint8Array.from([
      ...[0x50, 0x4b, 5, 6, ...le(end.disk ?? 0, 2), ...le(0, 2), ...le(count, 2), ...le(count, 2)],
      ...[
        ...le(end.size ?? bytes.length, 4),
        ...le(end.begin ?? at, 4),
        ...le(comment.length, 2),
        ...comment,
      ],
    ]),
    end.after ?? new Uint8Array(),
  );
  return Buffer.concat(parts);
}
