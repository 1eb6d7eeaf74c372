import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Limits of the cache. */
export interface CacheLimits {
  files: number;
  bytes: number;
}

const limits: CacheLimits = { files: 1000, bytes: 256 * 2 ** 20 };
/** Age at which temporary files of killed processes are removed [ms]. */
const temporaryFileAge = 3_600_000;

/**
 * Names of artifacts and their temporary files. Other files are neither counted nor removed,
 * because the user may name a folder that contains them.
 */
const ours = /^[0-9a-f]{64}(\.[0-9a-f]{12}\.part)?$/;

/**
 * Removes the least recently used artifacts if the cache exceeds its limits, down to four fifths of
 * them.
 */
export function evictOldest(folder: string, { files: most, bytes: largest }: CacheLimits = limits): void {
  const files = readdirSync(folder).flatMap((name) => {
    if (!ours.test(name)) return [];
    const file = join(folder, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats === undefined ? [] : [{ file, size: stats.size, used: stats.mtimeMs }];
  });
  for (const { file, used } of files)
    if (file.endsWith('.part') && Date.now() - used > temporaryFileAge) rmSync(file, { force: true });
  let count = files.length;
  let bytes = files.reduce((n, { size }) => n + size, 0);
  if (count <= most && bytes <= largest) return;
  for (const { file, size } of files.sort((a, b) => a.used - b.used)) {
    if (count <= 0.8 * most && bytes <= 0.8 * largest) return;
    rmSync(file, { force: true });
    count -= 1;
    bytes -= size;
  }
}
