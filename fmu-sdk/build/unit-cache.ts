import { isDeepStrictEqual } from 'node:util';
import { cachedFromSources } from '../cache/source-cache.ts';
import { compilerFor } from '../util/c-compiler/compilers.ts';
import { optimizationOption } from '../util/c-compiler/optimization-level.ts';
import { UserError } from '../util/user-error.ts';
import { packArtifacts, unpackArtifacts } from './artifact-bytes.ts';
import type { BuildOptions } from './build-options.ts';
import { toolIdentity } from './generation-tool.ts';
import type { BuildArtifacts } from './make-unit.ts';
import { loadManifest, manifestFiles } from './manifest/load-manifest.ts';
import type { Manifest } from './manifest/manifest.ts';
import { sourceName, sourcesOf } from './unit-sources.ts';

/**
 * Returns the artifacts of `makeUnit`. They come from the cache when tools, options and sources
 * have not changed: then no compiler is loaded, and no code of the unit runs. A rejected unit is
 * not cached.
 */
export async function cachedArtifacts(
  folder: string,
  manifest: Manifest,
  options: Required<BuildOptions>,
): Promise<{ artifacts: BuildArtifacts; before: boolean }> {
  const onDisk = sourcesOf(folder);
  const compilers = options.native.map((platform) => compilerFor(platform));
  const levels = [optimizationOption('C'), optimizationOption('AssemblyScript')];
  const parts = [toolIdentity(), JSON.stringify([options, compilers, levels]), onDisk('unit.json') ?? ''];
  let rebuilt: BuildArtifacts | undefined;
  const { content, before } = await cachedFromSources('unit', parts, onDisk, async (source) => {
    for (const file of manifestFiles(folder)) source(sourceName(folder, file));
    rejectChangedSources(folder, manifest);
    const { buildArtifacts } = await import('./make-unit.ts');
    rebuilt = await buildArtifacts(folder, manifest, options, source);
    return packArtifacts(rebuilt);
  });
  return { artifacts: rebuilt ?? unpackArtifacts(content), before };
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
