import { SaxesParser } from 'saxes';
import { decodeXml } from './decode-xml.ts';
import { concernsNamespaces, namespaceOf, outermost, type Scope, scopeIn } from './namespace-scope.ts';
import type { Position } from './text-position.ts';
import { XmlElement } from './xml-element.ts';
import { XmlError } from './xml-error.ts';
import { Source } from './xml-source.ts';

export type { Position } from './text-position.ts';
export {
  attribute,
  childNamed,
  childrenNamed,
  type XmlAttribute,
  type XmlElement,
} from './xml-element.ts';
export { XmlError };

/** Elements inside elements that a document may have. */
export const deepest = 200;

/** Attributes that an element may have. */
export const mostAttributes = 200;

/** Elements of a document, and its bytes or UTF-16 units of its text. */
export const mostXmlElements = 3_000_000;
export const mostXmlText: number = 256 * 2 ** 20;

/**
 * Parses a well-formed XML 1.0 document with namespaces into elements that know their place. A document type, and with
 * it every entity but the five of XML, is refused. Bytes are read by `decodeXml`; of a text it does not matter what
 * encoding it declares. Throws `XmlError` at the first fault.
 *
 * `consume` sees every element when it is complete; what it answers true for is not kept among its parent's children:
 * a document of 100 000 elements is then never in memory as a whole. `unbound` is told of a prefix that no namespace is declared
 * for, which else is a fault: names with it are in a namespace of their own.
 */
export function parseXml(
  xml: string | Uint8Array,
  consume?: (element: XmlElement) => boolean,
  unbound?: (prefix: string, at: Position) => void,
): XmlElement {
  const text = textOf(xml);
  const source = new Source(text);
  refuseUnboundedText(source);
  let elements = 0;
  const parser = new SaxesParser({ position: true });
  const open: XmlElement[] = [];
  const scopes: Scope[] = [outermost];
  let root: XmlElement | undefined;
  // Names and values of the attributes of the tag that is being read, in turn; and whether it has no prefix nor declares one.
  let flat: string[] = [];
  let plain = true;
  // The namespace of elements without a prefix, where the parser is.
  let around = '';

  parser.on('attribute', ({ name, value }) => {
    flat.push(name, value);
    if (plain && concernsNamespaces(name)) plain = false;
  });
  parser.on('opentag', (tag) => {
    const parent = open.at(-1);
    const end = parser.position;
    // No "<" can stand inside a tag: the last one begins it.
    const begin = text.lastIndexOf('<', end - 1);
    if (parent === undefined) refuseDocumentType(source, text.slice(0, begin));
    if (++elements > mostXmlElements) source.refuse(`more than ${mostXmlElements} elements`, begin);
    if (open.length === deepest) source.refuse(`more than ${deepest} elements inside one another`, begin);
    if (flat.length > 2 * mostAttributes) source.refuse(`more than ${mostAttributes} attributes`, begin);
    let scope = scopes[scopes.length - 1];
    let namespace = around;
    if (!plain || tag.name.includes(':')) {
      const refuse = (reason: string): never => source.refuse(reason, begin);
      const alone = (prefix: string): string => {
        if (unbound === undefined) return refuse(`unbound namespace prefix: ${JSON.stringify(prefix)}`);
        unbound(prefix, source.position(begin));
        return `unbound:${prefix}`;
      };
      scope = scopeIn(scope, flat, refuse, alone);
      if (tag.name.startsWith('xmlns:')) refuse('tags may not have "xmlns" as prefix');
      namespace = namespaceOf(tag.name, scope, refuse, alone);
      around = scope.get('') ?? '';
    }
    scopes.push(scope);
    const element = new XmlElement(source, begin, end, tag.name, namespace, flat, parent);
    flat = [];
    plain = true;
    if (parent === undefined) root = element;
    else parent.children.push(element);
    open.push(element);
  });
  parser.on('closetag', ({ isSelfClosing }) => {
    const element = open.pop() as XmlElement;
    const inner = scopes.pop();
    const outer = scopes[scopes.length - 1];
    if (inner !== outer) around = outer.get('') ?? '';
    const end = parser.position;
    element.contentEnd = isSelfClosing ? end : text.lastIndexOf('<', end - 1);
    if (consume?.(element)) element.parent?.children.pop();
  });
  const onText = (chunk: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += chunk;
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  // With many more handlers V8 would keep the parser's fields in a dictionary, four times as slow. So errors are caught as they
  // are thrown, and what stands before the root element is looked at when that begins.
  try {
    parser.write(text).close();
  } catch (error) {
    // The parser throws plain errors; others are ours, or come from `consume`.
    if (!(error instanceof Error) || error.constructor !== Error) throw error;
    source.refuse(error.message.replace(/^\d+:\d+: |\.$/g, ''), Math.min(parser.position, text.length));
  }
  return root as XmlElement;
}

function textOf(xml: string | Uint8Array): string {
  if (typeof xml === 'string') return xml;
  if (xml.length > mostXmlText) throw new XmlError(`more than ${mostXmlText} bytes`, { line: 1, column: 1 });
  return decodeXml(xml).text;
}

/** Characters of a tag with so few attributes that they need not be counted before it is parsed. */
const ordinaryTag = 65_536;

/** Refuses what would fill the memory while it is parsed: a text without end, a tag with attributes without end. */
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

/** Quotes, of either kind, that begin or end a value in a tag. */
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

/** Refuses what may not stand before the root element here, though XML knows it. */
function refuseDocumentType(source: Source, prolog: string): void {
  const at = documentType(prolog);
  if (at >= 0) source.refuse('a document type (DTD) is refused', at);
}

/** Offset of `<!DOCTYPE` outside of comments and processing instructions; -1 where there is none. */
function documentType(prolog: string): number {
  for (let at = prolog.indexOf('<'); at >= 0; ) {
    if (prolog.startsWith('<!DOCTYPE', at)) return at;
    const close = prolog.startsWith('<!--', at) ? '-->' : '?>';
    const end = prolog.indexOf(close, at + 2);
    at = end < 0 ? -1 : prolog.indexOf('<', end);
  }
  return -1;
}
