import { attribute, childNamed, type XmlElement } from '../../util/xml/parse-xml.ts';
import { outsideLegacy } from './legacy-version.ts';

/** Versions of FMI whose FMUs are checked by all rules. */
export type FmiVersion = '2.0' | '3.0';

/** Reports whether a description is of FMI 1.0, which has a few rules of its own (`legacy/`). */
export function isLegacy(root: XmlElement): boolean {
  return root.name === 'fmiModelDescription' && outsideLegacy(root) === undefined;
}

/**
 * Returns the FMI version of a model description: the declared one, or the one that matches its
 * elements.
 */
export function versionOf(root: XmlElement): FmiVersion | undefined {
  const declared = attribute(root, 'fmiVersion') ?? '';
  if (/^2\./.test(declared)) return '2.0';
  if (/^3\./.test(declared)) return '3.0';
  if (/^1\./.test(declared)) return undefined;
  if (root.attributes.has('instantiationToken')) return '3.0';
  const variables = childNamed(root, 'ModelVariables')?.children ?? [];
  if (variables.some((variable) => variable.name === 'ScalarVariable')) return '2.0';
  return variables.some((variable) => variable.attributes.has('valueReference')) ? '3.0' : undefined;
}
