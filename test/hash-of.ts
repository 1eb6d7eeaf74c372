import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run-fmu.ts';

/** Of all files at or below paths of the repository: their names and their bytes. */
export function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths)
    for (const file of filesIn(path)) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** All files at or below a path, but what the build itself writes. */
function filesIn(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .filter((name) => name !== 'variables.ts')
    .flatMap((name) => filesIn(`${path}/${name}`));
}
