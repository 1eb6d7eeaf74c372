import { UserError } from '../util/user-error.ts';
import { decodeXml, otherEncoding } from '../util/xml/decode-xml.ts';
import { XmlError } from '../util/xml/xml-error.ts';

/**
 * Decodes an XML file in any encoding. Throws a UserError if it cannot be decoded.
 *
 * @param file names the file in errors
 * @param note receives the encoding if it is not UTF-8, in words that complete “the file …”
 */
export function textOfXml(bytes: Uint8Array, file: string, note: (words: string) => void): string {
  try {
    const xml = decodeXml(bytes);
    const other = otherEncoding(xml);
    if (other !== undefined) note(other);
    return xml.text;
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new UserError(`read ${file}: ${error.reason}. Export the file again, or ask its sender.`);
  }
}
