import { posix } from 'node:path';

/** Returns the folders with more files directly in them than allowed, with the numbers. */
export function crowded(paths: readonly string[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const folder of paths.map((path) => posix.dirname(path)))
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > most).map(([folder, count]) => `${folder}: ${count}`);
}
