import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { packageFile } from '../../util/package-files.ts';

/** The author's package, `fmukit/author`. */
export const authorFile: string = packageFile('fmu-sdk/author/index.ts');

/**
 * Returns the file that an import of a unit's source names, or undefined if it is missing. `./x.js`
 * names x.ts, as in TypeScript with Node's modules.
 */
export function resolveImport(
  name: string,
  from: string,
  exists: (file: string) => boolean = existsSync,
): string | undefined {
  if (name === 'fmukit/author') return authorFile;
  if (!name.startsWith('.')) return undefined;
  const base = resolve(dirname(from), name.replace(/\.js$/, ''));
  return [`${base}.ts`, join(base, 'index.ts')].find((file) => exists(file));
}
