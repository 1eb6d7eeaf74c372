import { declaredPrefix } from './xml-namespaces.ts';

/** Namespaces by their prefixes, '' for elements without one, as they are declared at a place of a document. */
export type Scope = ReadonlyMap<string, string>;

const xml = 'http://www.w3.org/XML/1998/namespace';
const xmlns = 'http://www.w3.org/2000/xmlns/';

/** What is declared before the document declares anything (Namespaces in XML 1.0, 3). */
export const outermost: Scope = new Map([
  ['xml', xml],
  ['xmlns', xmlns],
]);

/** Whether a name has a prefix, or declares one: with neither, the namespace is that of the element around. */
export function concernsNamespaces(name: string): boolean {
  return name.includes(':') || name === 'xmlns';
}

/** What becomes of a prefix that is not declared: it is refused, or its namespace is what is answered. */
export type Unbound = (prefix: string) => string;

/**
 * Namespaces inside an element, by the names and values of its attributes, in turn. `refuse` is told why the attributes are
 * none of Namespaces in XML 1.0: a prefix may not be declared so, or two attributes are the same one; `unbound` of a prefix that
 * is not declared.
 */
export function scopeIn(
  outer: Scope,
  flat: readonly string[],
  refuse: (reason: string) => never,
  unbound: Unbound,
): Scope {
  let scope = outer;
  for (let i = 0; i < flat.length; i += 2) {
    const prefix = declaredPrefix(flat[i]);
    if (prefix === undefined) continue;
    const namespace = flat[i + 1].trim();
    if (prefix !== '' && namespace === '') refuse('invalid attempt to undefine prefix in XML 1.0');
    if ((prefix === 'xml') !== (namespace === xml) || prefix === 'xmlns' || namespace === xmlns)
      refuse(`the prefix ${JSON.stringify(prefix)} may not stand for ${JSON.stringify(namespace)}`);
    scope = new Map(scope).set(prefix, namespace);
  }
  const seen = new Set<string>();
  for (let i = 0; i < flat.length; i += 2) {
    const name = flat[i];
    if (!name.includes(':')) continue;
    const expanded = `{${namespaceOf(name, scope, refuse, unbound)}}${name.slice(name.indexOf(':') + 1)}`;
    if (seen.has(expanded)) refuse(`duplicate attribute: ${expanded}`);
    seen.add(expanded);
  }
  return scope;
}

/** The namespace of an element's name, or of an attribute's that has a prefix. */
export function namespaceOf(
  name: string,
  scope: Scope,
  refuse: (reason: string) => never,
  unbound: Unbound,
): string {
  const colon = name.indexOf(':');
  if (colon < 0) return scope.get('') ?? '';
  const prefix = name.slice(0, colon);
  if (colon === 0 || colon === name.length - 1 || name.includes(':', colon + 1))
    refuse(`malformed name: ${name}`);
  return scope.get(prefix) ?? unbound(prefix);
}
