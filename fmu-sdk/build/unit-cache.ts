import { cachedFromSources } from '../cache/source-cache.ts';
import { compilerFor } from '../util/c-compiler/compilers.ts';
import { optimizationOption } from '../util/c-compiler/optimization-level.ts';
import { packArtifacts, unpackArtifacts } from './artifact-bytes.ts';
import type { BuildOptions } from './build-options.ts';
import { toolIdentity } from './generation-tool.ts';
import type { BuildArtifacts } from './make-unit.ts';
import type { Manifest } from './manifest/manifest.ts';
import { sourcesOf } from './unit-sources.ts';

/**
 * Returns the artifacts of a unit folder. They come from the cache when tools, options and sources
 * have not changed: then no compiler is loaded, and no code of the unit runs. Otherwise another
 * thread makes them, so that this one can react to signals. A rejected unit is not cached.
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
  const { content, before } = await cachedFromSources('unit', parts, onDisk, async () => {
    const { inBuildThread } = await import('./thread/build-thread.ts');
    const { artifacts, sources } = await inBuildThread('make', { folder, manifest, options });
    rebuilt = artifacts;
    return { content: packArtifacts(artifacts), sources };
  });
  return { artifacts: rebuilt ?? unpackArtifacts(content), before };
}
