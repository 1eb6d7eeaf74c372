import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readRegularFile } from '../util/regular-file.ts';
import { keyOf, readArtifact, storeArtifact } from './artifact-cache.ts';

/** Sources of an archive: their texts' hashes by path. */
interface ArchiveSources {
  folder: string;
  sources: [file: string, hash: string][];
}

/** Larger archives are skipped, because they are rarely built here. */
const mostBytes = 16 * 2 ** 20;

const keyFor = (archive: Uint8Array): string => keyOf('sources of an archive', [archive]);
const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Records the sources from which an archive was built. */
export function rememberSources(archive: Uint8Array, folder: string, files: readonly string[]): void {
  const sources = files.map((file): [string, string] => [file, hashOf(file)]);
  storeArtifact(keyFor(archive), Buffer.from(JSON.stringify({ folder, sources } satisfies ArchiveSources)));
}

/**
 * Returns the source folder and the first source that changed since this machine built the archive.
 * Returns undefined if all are unchanged or the sources are unknown.
 */
export function changedSource(file: string): { folder: string; source: string } | undefined {
  try {
    const artifact = readArtifact(keyFor(readRegularFile(file, mostBytes)));
    if (artifact === undefined) return undefined;
    const { folder, sources } = JSON.parse(new TextDecoder().decode(artifact)) as ArchiveSources;
    const changed = sources.find(([path, hash]) => existsSync(path) && hashOf(path) !== hash);
    return changed === undefined ? undefined : { folder, source: changed[0] };
  } catch {
    return undefined;
  }
}
