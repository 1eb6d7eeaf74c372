import { UserError } from '../util/user-error.ts';
import { decodeXml, otherEncoding } from '../util/xml/decode-xml.ts';
import { XmlError } from '../util/xml/xml-error.ts';

/**
 * The text of an XML file, `file` in errors, in whatever encoding it is; `note` is told how it was read where that is not UTF-8,
 * in words that complete “the file …”. Throws a UserError where it cannot be read at all.
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
