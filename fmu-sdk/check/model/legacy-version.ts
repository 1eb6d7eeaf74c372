import { attribute, type XmlElement } from '../../util/xml/parse-xml.ts';

/**
 * Returns the reason why rules on FMI 1.0 do not apply to a description of another version. Returns
 * undefined if they apply.
 */
export function outsideLegacy(root: XmlElement): string | undefined {
  return /^1\./.test(attribute(root, 'fmiVersion') ?? '') ? undefined : 'the FMU is not of FMI 1.0';
}
