import {
  experimentTypes,
  referencesFolder,
  smokeTestRoles,
} from '../../archive/smoke-test/reference-standard.ts';
import { attribute, childrenNamed, type XmlElement } from '../../util/xml/parse-xml.ts';
import type { FmuContent } from '../fmu/fmu-content.ts';
import { type Document, readDocument } from '../fmu/xml-document.ts';

/** Resolves a relative URI in a file of the FMU. Returns undefined for a URI outside the FMU. */
export function namedFrom(base: string, uri: string): string | undefined {
  if (/^[A-Za-z][A-Za-z0-9+.-]*:|^\/|[?#]/.test(uri)) return undefined;
  const folders = base.split('/').slice(0, -1);
  for (const part of decoded(uri).split('/')) {
    if (part === '..' && folders.pop() === undefined) return undefined;
    if (part !== '..' && part !== '.') folders.push(part);
  }
  return folders.join('/');
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** Files that the manifest of FMI-LS-REF relates to the FMU. */
export function relatedIn({ root, path }: { root: XmlElement; path: string }): XmlElement[] {
  return path.startsWith(referencesFolder) && root.name === 'fmiReferences'
    ? childrenNamed(root, 'Related')
    : [];
}

/** Returns the parsed files of the FMU's experiments. */
export function experimentsOf(unit: FmuContent): Document[] {
  return [...unit.documents.values()].flatMap(({ root, path }) => {
    if (root === undefined) return [];
    return relatedIn({ root, path }).flatMap((related) => {
      const isSmokeTest = smokeTestRoles.includes(attribute(related, 'role') ?? '');
      if (!isSmokeTest || !experimentTypes.includes(attribute(related, 'type') ?? '')) return [];
      const file = namedFrom(path, attribute(related, 'source') ?? '') ?? '';
      const bytes = unit.related.get(file);
      return bytes === undefined ? [] : [readDocument(file, bytes)];
    });
  });
}
