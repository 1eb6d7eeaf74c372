import { decodeXml } from '../../util/xml/decode-xml.ts';
import { type Position, parseXml, type XmlElement, XmlError } from '../../util/xml/parse-xml.ts';
import { Source } from '../../util/xml/xml-source.ts';

/** XML file of an FMU: its elements, or the reason why it could not be read. */
export interface Document {
  readonly path: string;
  /** The encoding by which its bytes were read, whatever it declares. */
  readonly encoding: string;
  /** Declared encoding. Undefined without a declaration. */
  readonly declared: string | undefined;
  /** Position of the first byte that is invalid UTF-8, in a file that claims UTF-8. */
  readonly wrongAt?: Position;
  readonly text: string;
  readonly root: XmlElement | undefined;
  readonly fault: XmlError | undefined;
}

/**
 * Reads as much of a file as possible: a wrong encoding is one defect, and the content may have
 * others.
 */
export function readDocument(path: string, bytes: Uint8Array): Document {
  const read = { path, encoding: 'UTF-8', declared: undefined, text: '', root: undefined, fault: undefined };
  try {
    const { text, encoding, declared, fault } = decodeXml(bytes);
    const wrong = fault === undefined ? {} : { wrongAt: new Source(text).position(fault) };
    Object.assign(read, { text, encoding, declared, ...wrong });
    return { ...read, root: parseXml(text) };
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return { ...read, fault: error };
  }
}

/** Was the document refused for its document type? */
export function isDoctype(document: Document): boolean {
  return document.fault?.reason.includes('(DTD)') ?? false;
}
