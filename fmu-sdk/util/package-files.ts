import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package, wherever the code stands in it: as source, or bundled. */
export const packageFolder: string = above(dirname(fileURLToPath(import.meta.url)));

/** Path of a file of this package that is data to it: a schema, C sources, what is compiled into units. */
export function packageFile(path: string): string {
  return join(packageFolder, path);
}

export function packageVersion(): string {
  return (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version;
}

/** Loads what only CommonJS can (an addon), and finds the files of the packages that this one depends on. */
export const packageRequire: NodeJS.Require = createRequire(packageFile('package.json'));

function above(folder: string): string {
  try {
    const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: string };
    if (name === 'fmukit') return folder;
  } catch {
    // There is none in this folder: one above has it.
  }
  const next = dirname(folder);
  if (next === folder) throw new Error(`fmukit: no package.json of it above ${import.meta.url}`);
  return above(next);
}
