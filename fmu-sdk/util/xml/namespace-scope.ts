import { declaredPrefix } from './xml-namespaces.ts';

/** Namespaces by prefix ('' for elements without one), as declared at a position in a document. */
export type Scope = ReadonlyMap<string, string>;

const xml = 'http://www.w3.org/XML/1998/namespace';
const xmlns = 'http://www.w3.org/2000/xmlns/';

/** Prefixes that are bound before any declaration (Namespaces in XML 1.0, 3). */
export const outermost: Scope = new Map([
  ['xml', xml],
  ['xmlns', xmlns],
]);

/**
 * Reports whether a name has a prefix or declares one. Otherwise the enclosing element's namespace
 * applies.
 */
export function concernsNamespaces(name: string): boolean {
  return name.includes(':') || name === 'xmlns';
}

/** Handles an undeclared prefix: throws, or returns the namespace to use. */
export type Unbound = (prefix: string) => string;

/**
 * Returns the namespaces inside an element, given the alternating names and values of its
 * attributes. Calls `refuse` if the attributes violate Namespaces in XML 1.0: an invalid prefix
 * declaration or two equal attributes. Calls `unbound` for an undeclared prefix.
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
  const expandedNames = new Set<string>();
  for (let i = 0; i < flat.length; i += 2) {
    const name = flat[i];
    if (!name.includes(':')) continue;
    const expanded = `{${namespaceOf(name, scope, refuse, unbound)}}${name.slice(name.indexOf(':') + 1)}`;
    if (expandedNames.has(expanded)) refuse(`duplicate attribute: ${expanded}`);
    expandedNames.add(expanded);
  }
  return scope;
}

/** Returns the namespace of an element's name, or of an attribute's name with a prefix. */
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
