import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ownReason } from '../util/files/foreign-hands.ts';
import { cacheFolder } from './cache-folder.ts';
import { evictOldest } from './cache-limits.ts';

const hashBytes = 32;

/**
 * Returns the cache key of an artifact of this kind that is made from these parts, in this order.
 */
export function keyOf(kind: string, parts: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of [kind, ...parts]) {
    // Each part is preceded by its length, so that different lists never give the same bytes.
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    hash.update(`${bytes.length} `).update(bytes);
  }
  return hash.digest('hex');
}

/** Reads the artifact with this key. Returns undefined if it is missing or damaged. */
export function readArtifact(key: string): Uint8Array | undefined {
  const folder = cacheFolder();
  if (folder === undefined) return undefined;
  const file = join(folder, key);
  try {
    const bytes = ownBytes(file);
    const content = bytes.subarray(0, Math.max(0, bytes.length - hashBytes));
    if (!sha256(content).equals(bytes.subarray(content.length))) return undefined;
    const now = new Date();
    utimesSync(file, now, now);
    return new Uint8Array(content);
  } catch {
    return undefined;
  }
}

/** Reads a file that only this user can have written. Looks at the open file, not at its path. */
function ownBytes(file: string): Buffer {
  const handle = openSync(file, 'r');
  try {
    const reason = ownReason(fstatSync(handle));
    if (reason !== undefined) throw new Error(reason);
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Stores an artifact atomically. If it cannot be written, it is made again next time. */
export function storeArtifact(key: string, content: Uint8Array): void {
  const folder = cacheFolder();
  if (folder === undefined) return;
  const temporaryFile = join(folder, `${key}.${randomBytes(6).toString('hex')}.part`);
  try {
    writeFileSync(temporaryFile, Buffer.concat([content, sha256(content)]));
    renameSync(temporaryFile, join(folder, key));
    evictOldest(folder);
  } catch {
    rmSync(temporaryFile, { force: true });
  }
}

/** Reads the artifact with this key, or makes and stores it. */
export function readOrMakeArtifact(
  key: string,
  make: () => Uint8Array,
): { content: Uint8Array; before: boolean } {
  const before = readArtifact(key);
  if (before !== undefined) return { content: before, before: true };
  const content = make();
  storeArtifact(key, content);
  return { content, before: false };
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
