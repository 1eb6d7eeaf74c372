import { attribute, type XmlElement } from '../../fmu-sdk/util/xml/parse-xml.ts';

/** SSP's elements live in namespaces; which prefix stands for one is the document's. */
export function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(':') + 1);
}

export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((e) => localName(e) === name);
}

export function children(element: XmlElement | undefined, name?: string): XmlElement[] {
  return element?.children.filter((e) => name === undefined || localName(e) === name) ?? [];
}

/** Whether a namespace is SSP's; elements in none are read as its own. */
export function isOfSsp(namespace: string | undefined): boolean {
  return !namespace || /^http:\/\/ssp-standard\.org\/SSP1\/SystemStructure\w+$/.test(namespace);
}

/** Attributes that are none of these; those with a prefix are another's, but for the prefixes of SSP, whose attributes have none. */
export function unknownAttributes(e: XmlElement, known: readonly string[]): string[] {
  return e.flat.filter((name, i) => i % 2 === 0 && !known.includes(name) && !isAlien(e, name));
}

function isAlien(e: XmlElement, name: string): boolean {
  if (/^xml(ns)?(:|$)/.test(name)) return true;
  const [prefix, local] = name.split(':');
  return local !== undefined && !isOfSsp(namespaceOf(e, prefix) ?? 'none');
}

/** The namespace that a prefix stands for at an element. */
function namespaceOf(e: XmlElement | undefined, prefix: string): string | undefined {
  if (e === undefined) return undefined;
  return attribute(e, `xmlns:${prefix}`) ?? namespaceOf(e.parent, prefix);
}
