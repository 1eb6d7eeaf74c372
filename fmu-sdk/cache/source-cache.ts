import { keep, kept, keyOf } from './artifact-cache.ts';
import { refuseCache } from './cache-folder.ts';

/** Returns the text of a source by its name, or null if it is missing. */
export type Read = (name: string) => string | null;

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
export async function keptOfSources(
  kind: string,
  parts: readonly string[],
  read: Read,
  make: (read: Read) => Promise<Uint8Array>,
): Promise<{ content: Uint8Array; before: boolean }> {
  refuseCache();
  const list = keyOf(`names for ${kind}`, parts);
  const keyFor = (sources: Iterable<readonly [string, string | null]>): string =>
    keyOf(kind, [list, ...[...sources].flatMap(([name, text]) => [name, text === null ? '' : `is ${text}`])]);
  const before = kept(list);
  if (before !== undefined) {
    const names = JSON.parse(new TextDecoder().decode(before)) as string[];
    const made = kept(keyFor(names.map((name) => [name, read(name)])));
    if (made !== undefined) return { content: made, before: true };
  }
  const sources = new Map<string, string | null>();
  const made = await make((name) => {
    const known = sources.get(name);
    if (known !== undefined) return known;
    const text = read(name);
    sources.set(name, text);
    return text;
  });
  keep(list, new TextEncoder().encode(JSON.stringify([...sources.keys()])));
  keep(keyFor(sources), made);
  return { content: made, before: false };
}
