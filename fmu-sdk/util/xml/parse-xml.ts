import { SaxesParser } from 'saxes';
import { decodeXml } from './decode-xml.ts';
import type { Position } from './text-position.ts';
import { TreeBuilder } from './tree-builder.ts';
import type { XmlElement } from './xml-element.ts';
import { XmlError } from './xml-error.ts';
import { mostAttributes, mostXmlText } from './xml-limits.ts';
import { Source } from './xml-source.ts';

export type { Position } from './text-position.ts';
export {
  attribute,
  childNamed,
  childrenNamed,
  type XmlAttribute,
  type XmlElement,
} from './xml-element.ts';
export { deepest, mostAttributes, mostXmlElements, mostXmlText } from './xml-limits.ts';
export { XmlError };

/**
 * Parses a well-formed XML 1.0 document with namespaces into elements with positions. Rejects a
 * document type, and therefore all entities except XML's five. Decodes bytes with `decodeXml` and
 * ignores the declared encoding of a string. Throws `XmlError` at the first error.
 *
 * `consume` receives every complete element. If it returns true, the parent does not store the
 * element, so that a document of 100 000 elements never fills the memory. `unbound` handles an
 * undeclared prefix, which is an error without it. Names with such a prefix get a separate
 * namespace.
 */
export function parseXml(
  xml: string | Uint8Array,
  consume?: (element: XmlElement) => boolean,
  unbound?: (prefix: string, at: Position) => void,
): XmlElement {
  const text = textOf(xml);
  const source = new Source(text);
  refuseUnboundedText(source);
  const parser = new SaxesParser({ position: true });
  const tree = new TreeBuilder(source, { consume, unbound });
  parser.on('attribute', ({ name, value }) => tree.addAttribute(name, value));
  parser.on('opentag', (tag) => {
    const end = parser.position;
    // A tag cannot contain "<", so the last one begins it.
    const begin = text.lastIndexOf('<', end - 1);
    if (tree.isOutsideRoot) refuseDocumentType(source, text.slice(0, begin));
    tree.open(tag.name, begin, end);
  });
  parser.on('closetag', ({ isSelfClosing }) => {
    const end = parser.position;
    tree.close(isSelfClosing ? end : text.lastIndexOf('<', end - 1));
  });
  const onText = (chunk: string): void => tree.addText(chunk);
  parser.on('text', onText);
  parser.on('cdata', onText);
  // More handlers would make V8 store the parser's fields in a dictionary, which is four times
  // slower. Therefore errors are caught when thrown, and the text before the root element is
  // checked when the root begins.
  try {
    parser.write(text).close();
  } catch (error) {
    // The parser throws instances of Error itself. Other errors come from this module or from
    // `consume`.
    if (!(error instanceof Error) || error.constructor !== Error) throw error;
    source.refuse(error.message.replace(/^\d+:\d+: |\.$/g, ''), Math.min(parser.position, text.length));
  }
  return tree.root as XmlElement;
}

function textOf(xml: string | Uint8Array): string {
  if (typeof xml === 'string') return xml;
  if (xml.length > mostXmlText) throw new XmlError(`more than ${mostXmlText} bytes`, { line: 1, column: 1 });
  return decodeXml(xml).text;
}

/** Tags below this length [characters] have too few attributes to need counting before parsing. */
const ordinaryTag = 65_536;

/**
 * Rejects documents that would fill the memory during parsing: unlimited text or unlimited
 * attributes in a tag.
 */
function refuseUnboundedText(source: Source): void {
  const { text } = source;
  if (text.length > mostXmlText) source.refuse(`more than ${mostXmlText} characters`, 0);
  for (let at = text.indexOf('<'); at >= 0; ) {
    const next = text.indexOf('<', at + 1);
    const end = next < 0 ? text.length : next;
    const begins = !'!?/'.includes(text[at + 1] ?? '/');
    if (begins && end - at > ordinaryTag && quotes(text, at, end) > 2 * mostAttributes)
      source.refuse(`more than ${mostAttributes} attributes`, at);
    at = next;
  }
}

/** Counts the quotes of either kind that delimit values in a tag. */
function quotes(text: string, begin: number, end: number): number {
  let count = 0;
  let open = '';
  for (let i = begin; i < end && (open !== '' || text[i] !== '>'); i++) {
    if (open === '' ? text[i] !== '"' && text[i] !== "'" : text[i] !== open) continue;
    open = open === '' ? text[i] : '';
    count++;
  }
  return count;
}

/** Rejects constructs before the root element that XML allows but this parser does not. */
function refuseDocumentType(source: Source, prolog: string): void {
  const at = documentType(prolog);
  if (at >= 0) source.refuse('a document type (DTD) is not supported', at);
}

/** Returns the offset of `<!DOCTYPE` outside comments and processing instructions, or -1. */
function documentType(prolog: string): number {
  for (let at = prolog.indexOf('<'); at >= 0; ) {
    if (prolog.startsWith('<!DOCTYPE', at)) return at;
    const close = prolog.startsWith('<!--', at) ? '-->' : '?>';
    const end = prolog.indexOf(close, at + 2);
    at = end < 0 ? -1 : prolog.indexOf('<', end);
  }
  return -1;
}
