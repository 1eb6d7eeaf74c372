import { decodeXml } from '../../util/xml/decode-xml.ts';
import { type Position, parseXml, type XmlElement, XmlError } from '../../util/xml/parse-xml.ts';
import { Source } from '../../util/xml/xml-source.ts';

/** One XML file of a unit: its elements, or why it has none. */
export interface Document {
  readonly path: string;
  /** The encoding by which its bytes were read, whatever it declares. */
  readonly encoding: string;
  /** The encoding that it declares; undefined where it declares none. */
  readonly declared: string | undefined;
  /** The first byte that is no UTF-8, where it is said to be UTF-8 and is none. */
  readonly wrongAt?: Position;
  readonly text: string;
  readonly root: XmlElement | undefined;
  readonly fault: XmlError | undefined;
}

/** Reads as much of a file as can be read: a wrong encoding is one defect, and what stands in the file another. */
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
