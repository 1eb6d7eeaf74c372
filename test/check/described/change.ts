import type { Base } from './bases.ts';

/** A unit with one change, as files, or as the bytes of an archive. */
export interface Change {
  /** Base and kind of the change. */
  name: string;
  /** All changes of one sort. */
  sort: string;
  base: Base;
  files?: ReadonlyMap<string, string | Uint8Array>;
  zip?: (archive: Uint8Array) => Uint8Array;
}

export const descriptionPath = 'modelDescription.xml';

/** The base with another text in one of its files. */
export function withText(base: Base, path: string, text: string): ReadonlyMap<string, string | Uint8Array> {
  return new Map(base.files).set(path, text);
}

/** A start tag: where it is, and what it is. */
export interface Tag {
  at: number;
  text: string;
  name: string;
  attributes: { at: number; name: string; value: string; text: string }[];
  /** `<a/>`. */
  empty: boolean;
  /** Inside an annotation, where anything may stand. */
  free: boolean;
}

/** Start tags of a text without comments and CDATA. */
export function tagsOf(text: string): Tag[] {
  const open: string[] = [];
  const tags: Tag[] = [];
  for (const match of text.matchAll(/<(\/?)([A-Za-z][\w.:-]*)((?:\s+[\w:.-]+="[^"]*")*)\s*(\/?)>/g)) {
    const [whole, closing, name, inside, empty] = match;
    if (closing) {
      open.pop();
      continue;
    }
    const begin = match.index + 1 + name.length;
    const attributes = [...inside.matchAll(/\s+([\w:.-]+)="([^"]*)"/g)].map((a) => ({
      at: begin + a.index,
      name: a[1],
      value: a[2],
      text: a[0],
    }));
    const free =
      open.some((candidate) => /^(Annotation|Tool)$/.test(candidate)) || /^(Annotation|Tool)$/.test(name);
    tags.push({ at: match.index, text: whole, name, attributes, empty: empty === '/', free });
    if (!empty) open.push(name);
  }
  return tags;
}

export function replaced(text: string, at: number, length: number, by: string): string {
  return text.slice(0, at) + by + text.slice(at + length);
}

/** Returns the end of the element with a start tag. */
export function endOf(text: string, { at, text: tag, name, empty }: Tag): number {
  if (empty) return at + tag.length;
  const edges = new RegExp(`<(/?)${name}(?=[\\s/>])(?:\\s+[\\w:.-]+="[^"]*")*\\s*(/?)>`, 'g');
  edges.lastIndex = at;
  let depth = 0;
  for (let edge = edges.exec(text); edge !== null; edge = edges.exec(text)) {
    if (edge[2] === '/') continue;
    depth += edge[1] === '/' ? -1 : 1;
    if (depth === 0) return edge.index + edge[0].length;
  }
  throw new Error(`<${name}> does not end`);
}

/** XML files of a base that this check reads. */
export function xmlOf(base: Base): [path: string, text: string][] {
  return [...base.files].filter(
    (file): file is [string, string] =>
      typeof file[1] === 'string' &&
      /(modelDescription|terminalsAndIcons|buildDescription)\.xml$/.test(file[0]),
  );
}

/** Generator of numbers from 0 to 1, the same each time (Park and Miller, 1988). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Returns a random selection of a list, with each kind equally often as far as possible. */
export function drawn(all: readonly Change[], count: number, seed: number): Change[] {
  const next = random(seed);
  const sorts = new Map<string, Change[]>();
  for (const change of all) sorts.set(change.sort, [...(sorts.get(change.sort) ?? []), change]);
  const chosen: Change[] = [];
  while (chosen.length < Math.min(count, all.length))
    for (const rest of sorts.values())
      if (rest.length > 0 && chosen.length < count)
        chosen.push(...rest.splice(Math.floor(next() * rest.length), 1));
  return chosen;
}
