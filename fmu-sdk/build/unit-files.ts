import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { readSource } from '../util/regular-file.ts';
import { manifestFiles } from './manifest/load-manifest.ts';

/**
 * Lists the files that the author of a unit has written: `unit.json` with its includes, and
 * `unit.ts` with its imports.
 */
export function unitFiles(folder: string): string[] {
  const files = new Set(manifestFiles(folder).map((file) => resolve(file)));
  const pending = [resolve(folder, 'unit.ts')];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    // What is generated follows from unit.json.
    if (files.has(file) || basename(file) === 'variables.ts' || !existsSync(file)) continue;
    files.add(file);
    for (const [, path] of readSource(file).matchAll(/\bfrom\s+['"](\.[^'"]+)['"]/g))
      pending.push(`${resolve(dirname(file), path.replace(/\.(js|ts)$/, ''))}.ts`);
  }
  return [...files];
}
