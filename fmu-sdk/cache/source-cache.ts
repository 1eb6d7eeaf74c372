import { keyOf, readArtifact, storeArtifact } from './artifact-cache.ts';
import { requireUsableCache } from './cache-folder.ts';

/** Returns the text of a source by its name, or null if it is missing. */
export type ReadSource = (name: string) => string | null;

/** Content made from sources, with the texts of the sources that it was made from. */
export interface FromSources {
  readonly content: Uint8Array;
  /** Texts by name. Default: those that `read` returned. */
  readonly sources?: Iterable<readonly [name: string, text: string | null]>;
}

/**
 * Returns a reader that returns the first text of each source, also when its file changes later.
 * Adds the texts to `sources`.
 */
export function withFirstTexts(read: ReadSource, sources: Map<string, string | null>): ReadSource {
  return (name) => {
    const known = sources.get(name);
    if (known !== undefined) return known;
    const text = read(name);
    sources.set(name, text);
    return text;
  };
}

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
  make: (read: ReadSource) => Promise<FromSources>,
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
  const firstTexts = new Map<string, string | null>();
  const { content, sources = firstTexts } = await make(withFirstTexts(read, firstTexts));
  const texts = new Map(sources);
  storeArtifact(list, new TextEncoder().encode(JSON.stringify([...texts.keys()])));
  storeArtifact(keyFor(texts), content);
  return { content, before: false };
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
