import type { XmlElement } from '../../fmu-sdk/xml/parse.ts';

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
