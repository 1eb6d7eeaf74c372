import { isDeepStrictEqual } from 'node:util';
import { withFirstTexts } from '../../cache/source-cache.ts';
import { UserError } from '../../util/user-error.ts';
import { loadManifest, manifestFiles } from '../manifest/load-manifest.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { sourceName, sourcesOf } from '../unit-sources.ts';
import type { BuildTasks, MadeUnit } from './build-messages.ts';

/** Makes the artifacts of a unit folder, and lists the texts of all sources that it reads. */
export async function makeWithSources({
  folder,
  manifest,
  options,
}: BuildTasks['make']['task']): Promise<MadeUnit> {
  const sources = new Map<string, string | null>();
  const source = withFirstTexts(sourcesOf(folder), sources);
  for (const file of manifestFiles(folder)) source(sourceName(folder, file));
  rejectChangedSources(folder, manifest);
  const { buildArtifacts } = await import('../make-unit.ts');
  return { artifacts: await buildArtifacts(folder, manifest, options, source), sources: [...sources] };
}

/**
 * Rejects a build whose sources have changed since its cache key was computed. An author may save a
 * file during a build.
 */
function rejectChangedSources(folder: string, manifest: Manifest): void {
  if (!isDeepStrictEqual(loadManifest(folder), manifest))
    throw new UserError(
      `build ${folder}: unit.json, or what it includes, was changed while it was read. Build again.`,
    );
}
