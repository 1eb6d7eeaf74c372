import { attribute, type XmlElement } from '../../util/xml/parse-xml.ts';

export const manifestNamespace = 'http://fmi-standard.org/fmi-ls-manifest';

/** An attribute of a manifest's root, under whatever prefix its namespace has there. */
export function manifestAttribute(root: XmlElement, name: string): string | undefined {
  for (let i = 0; i < root.flat.length; i += 2) {
    const [prefix, local] = root.flat[i].split(':');
    if (local === name && attribute(root, `xmlns:${prefix}`) === manifestNamespace) return root.flat[i + 1];
  }
  return undefined;
}
