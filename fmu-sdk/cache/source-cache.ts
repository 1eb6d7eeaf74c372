import { keep, kept, keyOf } from './artifact-cache.ts';
import { refuseCache } from './cache-folder.ts';

/** The text of a source by its name; null where there is none. */
export type Read = (name: string) => string | null;

/**
 * What is made of these parts and of sources that only the maker finds, one after the other: as it was made before of the same,
 * else anew. What is made has to depend on nothing else. The names that were read are kept too: a maker that finds in them
 * what it found before looks nowhere else. While it is made, a source that is read twice is as it was at first: what is kept is
 * of the texts in its key.
 *
 * @throws UserError where the user has named a folder for it that cannot be used
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
