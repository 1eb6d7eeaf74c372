import { isDeepStrictEqual } from 'node:util';
import { keptOfSources } from '../cache/source-cache.ts';
import { compilerFor } from '../util/c-compiler/compilers.ts';
import { optimization } from '../util/c-compiler/optimization-level.ts';
import { UserError } from '../util/user-error.ts';
import { packMade, unpackMade } from './artifact-bytes.ts';
import type { BuildOptions } from './build-options.ts';
import { toolIdentity } from './generation-tool.ts';
import type { Made } from './make-unit.ts';
import { loadManifest, manifestFiles } from './manifest/load-manifest.ts';
import type { Manifest } from './manifest/manifest.ts';
import { sourceName, sourcesOf } from './unit-sources.ts';

/**
 * What `makeUnit` makes of a unit folder, as it was where the same tools have made it with the same options of the same
 * sources before: then no compiler is loaded, and nothing of the unit runs. A unit that was refused is not kept.
 */
export async function keptUnit(
  folder: string,
  manifest: Manifest,
  options: Required<BuildOptions>,
): Promise<{ made: Made; before: boolean }> {
  const onDisk = sourcesOf(folder);
  const compilers = options.native.map((platform) => compilerFor(platform));
  const levels = [optimization('C'), optimization('AssemblyScript')];
  const parts = [toolIdentity(), JSON.stringify([options, compilers, levels]), onDisk('unit.json') ?? ''];
  let anew: Made | undefined;
  const { content, before } = await keptOfSources('unit', parts, onDisk, async (source) => {
    for (const file of manifestFiles(folder)) source(sourceName(folder, file));
    refuseChanged(folder, manifest);
    const { makeUnit } = await import('./make-unit.ts');
    anew = await makeUnit(folder, manifest, options, source);
    return packMade(anew);
  });
  return { made: anew ?? unpackMade(content), before };
}

/** What was read before the key was made has to be what is in the key: an author may save while a unit is built. */
function refuseChanged(folder: string, manifest: Manifest): void {
  if (!isDeepStrictEqual(loadManifest(folder), manifest))
    throw new UserError(
      `build ${folder}: unit.json, or what it includes, was changed while it was read. Build again.`,
    );
}
