import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run-fmu.ts';

/** Returns a hash of all files at or below these paths: their names and their bytes. */
export function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths)
    for (const file of filesIn(path)) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Returns all files at or below a path, except output of the build. */
function filesIn(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .filter((name) => name !== 'variables.ts')
    .flatMap((name) => filesIn(`${path}/${name}`));
}
