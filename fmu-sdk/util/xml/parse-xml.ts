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

/** Largest nesting depth of elements in a document. */
export const deepest = 200;

/** Largest number of attributes of an element. */
export const mostAttributes = 200;

/** Largest number of elements in a document, and of bytes or UTF-16 code units of its text. */
export const mostXmlElements = 3_000_000;
export const mostXmlText: number = 256 * 2 ** 20;

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
  let elements = 0;
  const parser = new SaxesParser({ position: true });
  const open: XmlElement[] = [];
  const scopes: Scope[] = [outermost];
  let root: XmlElement | undefined;
  // Alternating names and values of the current tag's attributes. The flag marks a tag without
  // prefixes and their declarations.
  let flat: string[] = [];
  let withoutPrefixes = true;
  // The default namespace at the current position.
  let around = '';

  parser.on('attribute', ({ name, value }) => {
    flat.push(name, value);
    if (withoutPrefixes && concernsNamespaces(name)) withoutPrefixes = false;
  });
  parser.on('opentag', (tag) => {
    const parent = open.at(-1);
    const end = parser.position;
    // A tag cannot contain "<", so the last one begins it.
    const begin = text.lastIndexOf('<', end - 1);
    if (parent === undefined) refuseDocumentType(source, text.slice(0, begin));
    if (++elements > mostXmlElements) source.refuse(`more than ${mostXmlElements} elements`, begin);
    if (open.length === deepest) source.refuse(`more than ${deepest} levels of nested elements`, begin);
    if (flat.length > 2 * mostAttributes) source.refuse(`more than ${mostAttributes} attributes`, begin);
    let scope = scopes[scopes.length - 1];
    let namespace = around;
    if (!withoutPrefixes || tag.name.includes(':')) {
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
    withoutPrefixes = true;
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
  return root as XmlElement;
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
