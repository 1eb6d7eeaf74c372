import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readRegularFile } from '../util/regular-file.ts';
import { keep, kept, keyOf } from './artifact-cache.ts';

/** The sources that an archive was made of, by path, with the hashes of their texts. */
interface MadeOf {
  folder: string;
  sources: [file: string, hash: string][];
}

/** Larger archives are not looked at: they are hardly made here. */
const mostBytes = 16 * 2 ** 20;

const keyFor = (archive: Uint8Array): string => keyOf('sources of an archive', [archive]);
const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Keeps in mind which sources an archive was made of. */
export function rememberSources(archive: Uint8Array, folder: string, files: readonly string[]): void {
  const sources = files.map((file): [string, string] => [file, hashOf(file)]);
  keep(keyFor(archive), Buffer.from(JSON.stringify({ folder, sources } satisfies MadeOf)));
}

/**
 * The unit's folder and its first source that has changed since the archive was made of it here; undefined where all are as they were,
 * or nothing is known of it.
 */
export function changedSource(file: string): { folder: string; source: string } | undefined {
  try {
    const found = kept(keyFor(readRegularFile(file, mostBytes)));
    if (found === undefined) return undefined;
    const { folder, sources } = JSON.parse(new TextDecoder().decode(found)) as MadeOf;
    const changed = sources.find(([each, hash]) => existsSync(each) && hashOf(each) !== hash);
    return changed === undefined ? undefined : { folder, source: changed[0] };
  } catch {
    return undefined;
  }
}
