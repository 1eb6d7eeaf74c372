import { attribute, type XmlElement } from '../../../fmu-sdk/util/xml/parse-xml.ts';

/** Returns the name without its namespace prefix, which each document defines. */
export function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(':') + 1);
}

export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((e) => localName(e) === name);
}

export function children(element: XmlElement | undefined, name?: string): XmlElement[] {
  return element?.children.filter((e) => name === undefined || localName(e) === name) ?? [];
}

/** Reports whether a namespace belongs to SSP. Elements without a namespace count as SSP's. */
export function isOfSsp(namespace: string | undefined): boolean {
  return !namespace || /^http:\/\/ssp-standard\.org\/SSP1\/SystemStructure\w+$/.test(namespace);
}

/**
 * Returns unknown attributes. Attributes with another prefix are ignored. SSP's own attributes do
 * not have a prefix, so a prefix of SSP is unknown.
 */
export function unknownAttributes(e: XmlElement, known: readonly string[]): string[] {
  return e.flat.filter((name, i) => i % 2 === 0 && !known.includes(name) && !hasOtherPrefix(e, name));
}

function hasOtherPrefix(e: XmlElement, name: string): boolean {
  if (/^xml(ns)?(:|$)/.test(name)) return true;
  const [prefix, local] = name.split(':');
  return local !== undefined && !isOfSsp(namespaceOf(e, prefix) ?? 'none');
}

/** Returns the namespace of a prefix at an element. */
function namespaceOf(e: XmlElement | undefined, prefix: string): string | undefined {
  if (e === undefined) return undefined;
  return attribute(e, `xmlns:${prefix}`) ?? namespaceOf(e.parent, prefix);
}
