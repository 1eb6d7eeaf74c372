import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptFolder } from './cache-folder.ts';
import { clear } from './cache-limits.ts';

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
export function kept(key: string): Uint8Array | undefined {
  const folder = keptFolder();
  if (folder === undefined) return undefined;
  const file = join(folder, key);
  try {
    const bytes = readFileSync(file);
    const content = bytes.subarray(0, Math.max(0, bytes.length - hashBytes));
    if (!sha256(content).equals(bytes.subarray(content.length))) return undefined;
    const now = new Date();
    utimesSync(file, now, now);
    return new Uint8Array(content);
  } catch {
    return undefined;
  }
}

/** Stores an artifact atomically. If it cannot be written, it is made again next time. */
export function keep(key: string, content: Uint8Array): void {
  const folder = keptFolder();
  if (folder === undefined) return;
  const passing = join(folder, `${key}.${randomBytes(6).toString('hex')}.part`);
  try {
    writeFileSync(passing, Buffer.concat([content, sha256(content)]));
    renameSync(passing, join(folder, key));
    clear(folder);
  } catch {
    rmSync(passing, { force: true });
  }
}

/** Reads the artifact with this key, or makes and stores it. */
export function keptOr(key: string, make: () => Uint8Array): { content: Uint8Array; before: boolean } {
  const before = kept(key);
  if (before !== undefined) return { content: before, before: true };
  const content = make();
  keep(key, content);
  return { content, before: false };
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
