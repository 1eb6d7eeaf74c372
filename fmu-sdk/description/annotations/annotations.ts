import { attribute, childNamed, type XmlElement } from '../../util/xml/parse-xml.ts';
import { listTag, type Tag } from '../../util/xml/write-xml.ts';
import { declaredPrefix } from '../../util/xml/xml-namespaces.ts';
import type { Annotation } from '../description.ts';
import type { Document } from '../tables/document-lists.ts';

/** Reads `<Annotations>` of FMI 3.0 in an element. Returns undefined without annotations. */
export function annotationsOf(document: Document, parent: XmlElement): Annotation[] | undefined {
  return annotationsIn(document, childNamed(parent, 'Annotations'), 'type');
}

/** The object with the element's `<Annotations>` of FMI 3.0, if there are any. */
export function annotated<T extends { annotations?: Annotation[] }>(
  into: T,
  document: Document,
  element: XmlElement,
): T {
  const annotations = annotationsOf(document, element);
  if (annotations !== undefined) into.annotations = annotations;
  return into;
}

/**
 * Reads the annotations in a list. The attribute `key` holds their type: `type` in FMI 3.0, `name`
 * in FMI 2.0.
 */
export function annotationsIn(
  document: Document,
  list: XmlElement | undefined,
  key: 'type' | 'name',
): Annotation[] | undefined {
  if (list === undefined || list.children.length === 0) return undefined;
  return list.children.map((element) => {
    const type = attribute(element, key) ?? document.refuseAttribute(element, key, 'add it');
    const content = element.raw;
    const namespaces = namespacesOf(element, content);
    return namespaces === undefined ? { type, content } : { type, content, namespaces };
  });
}

/**
 * Returns the outer namespaces by prefix that raw text in an element, or the name of an attribute,
 * uses.
 */
export function namespacesOf(element: XmlElement, text: string): Record<string, string> | undefined {
  const namespaces = new Map<string, string>();
  for (let e: XmlElement | undefined = element; e !== undefined; e = e.parent)
    for (let i = 0; i < e.flat.length; i += 2) {
      const prefix = declaredPrefix(e.flat[i]);
      if (prefix === undefined || namespaces.has(prefix)) continue;
      if (text.includes(prefix === '' ? '<' : `${prefix}:`)) namespaces.set(prefix, e.flat[i + 1]);
    }
  return namespaces.size === 0 ? undefined : Object.fromEntries(namespaces);
}

/** Attributes that declare namespaces. */
export function declarationsOf(namespaces: Record<string, string> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(namespaces ?? {}).map(([prefix, uri]) => [
      prefix === '' ? 'xmlns' : `xmlns:${prefix}`,
      uri,
    ]),
  );
}

/** Returns `<Annotations>` of FMI 3.0, or undefined without annotations. */
export function annotationsTag(annotations: readonly Annotation[] | undefined): Tag | undefined {
  return annotationList('Annotations', 'Annotation', 'type', annotations);
}

/**
 * Returns the annotations under the element names of FMI 2.0: `Annotations` or `VendorAnnotations`.
 */
export function toolAnnotationsTag(
  list: string,
  annotations: readonly Annotation[] | undefined,
): Tag | undefined {
  return annotationList(list, 'Tool', 'name', annotations);
}

function annotationList(
  list: string,
  name: string,
  key: string,
  annotations: readonly Annotation[] | undefined,
): Tag | undefined {
  return listTag(
    list,
    (annotations ?? []).map(({ type, content, namespaces }) => ({
      name,
      attributes: [...Object.entries(declarationsOf(namespaces)), [key, type] as const],
      children: [],
      raw: content,
    })),
  );
}
