import { keyOf, readArtifact, storeArtifact } from './artifact-cache.ts';
import { requireUsableCache } from './cache-folder.ts';

/** Returns the text of a source by its name, or null if it is missing. */
export type ReadSource = (name: string) => string | null;

/**
 * Returns an artifact made from these parts and from sources that only `make` discovers, from the
 * cache if all of them are unchanged. The artifact must not depend on anything else. The names of
 * the sources are cached, too, because equal sources lead to equal names.
 *
 * A source that `make` reads twice has its first text both times, so that the artifact matches its
 * key.
 *
 * @throws UserError if the user named a cache folder that cannot be used
 */
export async function cachedFromSources(
  kind: string,
  parts: readonly string[],
  read: ReadSource,
  make: (read: ReadSource) => Promise<Uint8Array>,
): Promise<{ content: Uint8Array; before: boolean }> {
  requireUsableCache();
  const list = keyOf(`names for ${kind}`, parts);
  const keyFor = (sources: Iterable<readonly [string, string | null]>): string =>
    keyOf(kind, [list, ...[...sources].flatMap(([name, text]) => [name, text === null ? '' : `is ${text}`])]);
  const names = namesIn(readArtifact(list));
  if (names !== undefined) {
    const cached = readArtifact(keyFor(names.map((name) => [name, read(name)])));
    if (cached !== undefined) return { content: cached, before: true };
  }
  const sources = new Map<string, string | null>();
  const artifact = await make((name) => {
    const known = sources.get(name);
    if (known !== undefined) return known;
    const text = read(name);
    sources.set(name, text);
    return text;
  });
  storeArtifact(list, new TextEncoder().encode(JSON.stringify([...sources.keys()])));
  storeArtifact(keyFor(sources), artifact);
  return { content: artifact, before: false };
}

/** Returns the names of sources in an artifact, or undefined if it is not a list of names. */
function namesIn(artifact: Uint8Array | undefined): string[] | undefined {
  try {
    const names: unknown = JSON.parse(new TextDecoder().decode(artifact));
    return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : undefined;
  } catch {
    return undefined;
  }
}
