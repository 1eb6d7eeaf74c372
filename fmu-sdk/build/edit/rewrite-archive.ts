import { crc32, deflateRawSync } from 'node:zlib';
import type { Archive } from '../../archive/archive.ts';
import { type Entry, storedBytes } from '../../archive/zip-directory.ts';

/** 1 January 1980, the earliest date that a zip can hold. */
const date = 0x0021;
const utf8Name = 0x0800;

/**
 * Returns the archive with changed entries (undefined removes one), and new ones at the end. Other
 * entries keep their place and their compressed bytes. The result is deterministic.
 */
export function rewriteArchive(
  { content: { zip, entries } }: Archive,
  changes: ReadonlyMap<string, Uint8Array | undefined>,
): Uint8Array {
  const parts: Uint8Array[] = [];
  const records: Uint8Array[] = [];
  const done = new Set<string>();
  let at = 0;
  const put = (name: string, { method, crc32: sum, bytes }: Head, data: Uint8Array): void => {
    const rawName = new TextEncoder().encode(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(rawName.length === name.length ? 0 : utf8Name, 2);
    head.writeUInt16LE(method, 4);
    head.writeUInt16LE(date, 8);
    head.writeUInt32LE(sum, 10);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(bytes, 18);
    head.writeUInt16LE(rawName.length, 22);
    const tail = Buffer.alloc(14);
    if (name.endsWith('/')) tail.writeUInt32LE(0x10, 6);
    tail.writeUInt32LE(at, 10);
    records.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), head, tail, rawName]));
    parts.push(Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), head, rawName]), data);
    at += 30 + rawName.length + data.length;
  };
  const putNew = (name: string, content: Uint8Array): void => {
    const deflated = deflateRawSync(content, { level: 9 });
    const isSmaller = deflated.length < content.length;
    const head = { method: isSmaller ? 8 : 0, crc32: crc32(content), bytes: content.length };
    put(name, head, isSmaller ? deflated : content);
  };
  for (const entry of entries) {
    if (done.has(entry.name) || isDropped(entry.name, entries, changes)) continue;
    done.add(entry.name);
    const content = changes.get(entry.name);
    if (content === undefined) put(entry.name, entry, storedBytes(zip, entry));
    else putNew(entry.name, content);
  }
  for (const [name, content] of changes) if (content !== undefined && !done.has(name)) putNew(name, content);
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(records.length, 8);
  end.writeUInt16LE(records.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, directory, end]);
}

type Head = Pick<Entry, 'method' | 'crc32' | 'bytes'>;

/** Returns true for a removed file, and for a folder whose files are all removed. */
function isDropped(
  name: string,
  entries: readonly Entry[],
  changes: ReadonlyMap<string, Uint8Array | undefined>,
): boolean {
  if (!name.endsWith('/')) return changes.has(name) && changes.get(name) === undefined;
  const inside = entries.filter((entry) => entry.name.startsWith(name) && !entry.name.endsWith('/'));
  return inside.length > 0 && inside.every((entry) => isDropped(entry.name, entries, changes));
}
