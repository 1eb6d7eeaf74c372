import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';

/** Largest number of files directly in a folder, and of entries of `fmu-sdk/`. */
const [mostFiles, mostEntries] = [20, 14];

/** Every file of the repository, as git lists it: known, or new and not ignored. */
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .split('\0')
  .filter((file) => file !== '');

/** Returns the folders with more files directly in them than allowed, with the numbers. */
function crowded(paths: readonly string[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const folder of paths.map((path) => posix.dirname(path)))
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > most).map(([folder, count]) => `${folder}: ${count}`);
}

describe('folders', () => {
  it('no folder has more than 20 files directly in it', () => {
    expect(files.length).toBeGreaterThan(2000);
    // The corpora of `npm run fuzz` grow by themselves.
    expect(crowded(files, mostFiles).filter((folder) => !folder.startsWith('fuzz/corpus/'))).toEqual([]);
  });

  it('fmu-sdk has at most 14 files and folders directly in it', () => {
    const entries = new Set(
      files.filter((file) => file.startsWith('fmu-sdk/')).map((file) => file.split('/')[1]),
    );
    expect(entries.size).toBeGreaterThan(9);
    expect(entries.size).toBeLessThanOrEqual(mostEntries);
  });

  it('a folder with too many files is reported with their number', () => {
    expect(crowded(['a/1', 'a/2', 'a/b/1', 'c'], 1)).toEqual(['a: 2']);
  });
});
