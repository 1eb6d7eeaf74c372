import { isQualified } from './characters.ts';
import type { Source } from './source.ts';

/** Namespaces by prefix at an element ('' is the one of elements without prefix). */
export type Scope = Readonly<Record<string, string>>;

const xml = 'http://www.w3.org/XML/1998/namespace';
const xmlns = 'http://www.w3.org/2000/xmlns/';

export const outermost: Scope = Object.freeze(Object.assign(Object.create(null), { '': '', xml, xmlns }));

/** The scope inside a start tag: the one around it and what its attributes (names and values, in turn) declare. */
export function scopeInside(around: Scope, flat: readonly string[], source: Source, offset: number): Scope {
  let inside: Record<string, string> | undefined;
  for (let i = 0; i < flat.length; i += 2) {
    const prefix = declaredPrefix(flat[i]);
    if (prefix === undefined) continue;
    const uri = flat[i + 1];
    const reserved = prefix === 'xmlns' || uri === xmlns || (prefix === 'xml') !== (uri === xml);
    if (reserved || (prefix !== '' && uri === ''))
      source.refuse(`the prefix "${prefix}" cannot stand for the namespace "${uri}"`, offset);
    inside ??= Object.assign(Object.create(null) as Record<string, string>, around);
    inside[prefix] = uri;
  }
  return inside ?? around;
}

/** The prefix that an attribute of this name declares; undefined for other attributes. */
export function declaredPrefix(name: string): string | undefined {
  if (name === 'xmlns') return '';
  return name.startsWith('xmlns:') ? name.slice(6) : undefined;
}

/** Namespace of an element's name. */
export function namespaceOf(name: string, scope: Scope, source: Source, offset: number): string {
  const colon = name.indexOf(':');
  if (colon < 0) return scope[''];
  if (!isQualified(name)) source.refuse(`"${name}" is no name with a prefix`, offset);
  return scope[name.slice(0, colon)] ?? source.refuse(`the prefix of "${name}" is not declared`, offset);
}

/** Refuses attributes that are there twice, by name or by namespace and local name, and prefixes that are not declared. */
export function checkAttributes(flat: readonly string[], scope: Scope, source: Source, offset: number): void {
  const expanded = flat.some((text, i) => i % 2 === 0 && text.includes(':'))
    ? flat.map((text, i) => (i % 2 === 0 ? expand(text, scope, source, offset) : text))
    : flat;
  for (let i = 2; i < expanded.length; i += 2)
    for (let k = 0; k < i; k += 2)
      if (expanded[i] === expanded[k]) source.refuse(`the attribute "${flat[i]}" is there twice`, offset);
}

function expand(name: string, scope: Scope, source: Source, offset: number): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : `${namespaceOf(name, scope, source, offset)} ${name.slice(colon + 1)}`;
}
