import { crc32 } from 'node:zlib';
import type { EntryRange } from './zip-tiles.ts';

/** 1 January 1980, the earliest date that a zip can hold. */
const date = 0x0021;

/**
 * Returns a zip with the given entries, compressed exactly as before, followed by `added` (stored).
 * The result is deterministic. Entries are tiles of `zip`, in the order of its directory.
 */
export function repack(
  zip: Uint8Array,
  tiles: readonly EntryRange[],
  added: readonly [path: string, content: Uint8Array][],
): Uint8Array {
  const parts: Uint8Array[] = [];
  const records = new Map<EntryRange, Uint8Array>();
  let at = 0;
  const put = (part: Uint8Array): number => {
    parts.push(part);
    at += part.length;
    return at - part.length;
  };
  for (const tile of [...tiles].sort((a, b) => a.begin - b.begin))
    records.set(tile, movedRecord(tile.record, put(zip.subarray(tile.begin, tile.end))));
  const more = added.map(([path, content]) => {
    const name = Buffer.from(path, 'ascii');
    const header = headerOf(name, content);
    const place = put(Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), header, name]));
    put(content);
    const tail = Buffer.alloc(14);
    const record = Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), header, tail, name]);
    return movedRecord(record, place);
  });
  const begin = at;
  for (const tile of tiles) put(records.get(tile) as Uint8Array);
  for (const record of more) put(record);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(tiles.length + more.length, 8);
  end.writeUInt16LE(tiles.length + more.length, 10);
  end.writeUInt32LE(at - begin, 12);
  end.writeUInt32LE(begin, 16);
  put(end);
  return new Uint8Array(Buffer.concat(parts));
}

/** Returns a directory record with the new position of its entry. */
function movedRecord(record: Uint8Array, place: number): Uint8Array {
  const copy = Buffer.from(record);
  copy.writeUInt32LE(place, 42);
  return copy;
}

/**
 * Returns the common part of a local header and a record, from the version needed to the length of
 * the extra field.
 */
function headerOf(name: Uint8Array, content: Uint8Array): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(date, 8);
  header.writeUInt32LE(crc32(content), 10);
  header.writeUInt32LE(content.length, 14);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}
