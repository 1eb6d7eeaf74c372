import { attribute, childNamed, type XmlElement } from '../../util/xml/parse-xml.ts';

/** Versions of FMI whose FMUs are checked. */
export type FmiVersion = '2.0' | '3.0';

/** Returns the declared FMI version if it is unknown here, for example that of FMI 1.0. */
export function unsupportedVersionOf(root: XmlElement): string | undefined {
  const declared = root.name === 'fmiModelDescription' ? attribute(root, 'fmiVersion') : undefined;
  return declared !== undefined && /^1\./.test(declared) ? declared : undefined;
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
