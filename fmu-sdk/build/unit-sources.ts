import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { packageFile } from '../util/package-files.ts';

/** The text of a source of a unit by its path from the unit's folder, with `/`; null where there is none. */
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

/** The same sources by the paths of their files. What is this package's own stands on disk: it is no source of the unit. */
export function fileBySource(folder: string, source: Source): (file: string) => string | null {
  const own = packageFile(`fmu-sdk${sep}`);
  return (file) => (file.startsWith(own) ? textOf(file) : source(sourceName(folder, file)));
}

function textOf(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
