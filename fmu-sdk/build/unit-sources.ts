import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { packageFile } from '../util/package-files.ts';
import { readSource } from '../util/regular-file.ts';

/**
 * Returns the text of a source by its path from the unit folder, with `/`, or null for a missing
 * source.
 */
export type Source = (name: string) => string | null;

/** The sources as they stand on disk. */
export function sourcesOf(folder: string): Source {
  const root = resolve(folder);
  return (name) => textOf(resolve(root, name));
}

/** A source's name by the path of its file. */
export function sourceName(folder: string, file: string): string {
  return relative(resolve(folder), file).split(sep).join('/');
}

/**
 * Returns the sources by the paths of their files. Files of this package come from the disk: they
 * are not sources of the unit.
 */
export function fileBySource(folder: string, source: Source): (file: string) => string | null {
  const packageFolder = packageFile(`fmu-sdk${sep}`);
  return (file) => (file.startsWith(packageFolder) ? textOf(file) : source(sourceName(folder, file)));
}

function textOf(file: string): string | null {
  return existsSync(file) ? readSource(file) : null;
}
