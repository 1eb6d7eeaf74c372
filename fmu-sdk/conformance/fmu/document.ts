import { parseXml, type XmlElement, XmlError } from '../../xml/parse.ts';

/** One XML file of a unit: its elements, or why it has none. */
export interface Document {
  readonly path: string;
  /** False when the bytes are no UTF-8; the text then has replacement characters. */
  readonly utf8: boolean;
  readonly text: string;
  readonly root: XmlElement | undefined;
  readonly fault: XmlError | undefined;
}

/** Reads as much of a file as can be read: a wrong encoding is one defect, and what stands in the file another. */
export function readDocument(path: string, bytes: Uint8Array): Document {
  const utf8 = isUtf8(bytes);
  const text = new TextDecoder('utf-8').decode(bytes);
  try {
    return { path, utf8, text, root: parseXml(declareUtf8(text)), fault: undefined };
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return { path, utf8, text, root: undefined, fault: error };
  }
}

/** The same text, places included, with the encoding that the parser reads. */
function declareUtf8(text: string): string {
  return text.replace(/^(<\?xml[^>]*?encoding\s*=\s*)(["'])([\w.-]+)\2/, (whole, before: string) =>
    `${before}"UTF-8"`.padEnd(whole.length),
  );
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Was the document refused for its document type? */
export function isDoctype(document: Document): boolean {
  return document.fault?.reason.includes('(DTD)') ?? false;
}
