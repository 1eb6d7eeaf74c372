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

export function readDocument(path: string, bytes: Uint8Array): Document {
  const utf8 = isUtf8(bytes);
  const text = new TextDecoder('utf-8').decode(bytes);
  try {
    return { path, utf8, text, root: parseXml(text), fault: undefined };
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return { path, utf8, text, root: undefined, fault: error };
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
