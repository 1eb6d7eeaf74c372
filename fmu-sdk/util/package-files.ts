import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package, for source and bundled code. */
export const packageFolder: string = above(dirname(fileURLToPath(import.meta.url)));

/**
 * Returns the path of a data file of this package: a schema, C sources, or code that is compiled
 * into FMUs.
 */
export function packageFile(path: string): string {
  return join(packageFolder, path);
}

export function packageVersion(): string {
  return (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version;
}

/** Loads CommonJS-only modules (an addon) and finds files of this package's dependencies. */
export const packageRequire: NodeJS.Require = createRequire(packageFile('package.json'));

function above(folder: string): string {
  try {
    const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: string };
    if (name === 'fmukit') return folder;
  } catch {
    // Continues in the parent folder.
  }
  const next = dirname(folder);
  if (next === folder) throw new Error(`fmukit: found no package.json above ${import.meta.url}`);
  return above(next);
}
