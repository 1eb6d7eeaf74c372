import { SaxesParser } from 'saxes';
import { XmlElement } from './element.ts';
import { Source } from './source.ts';

export {
  attribute,
  childNamed,
  childrenNamed,
  type XmlAttribute,
  type XmlElement,
} from './element.ts';
export { XmlError } from './error.ts';
export type { Position } from './position.ts';

/** Elements inside elements that a document may have. */
export const deepest = 200;

/** Attributes that an element may have. */
export const mostAttributes = 200;

/**
 * Parses a well-formed XML 1.0 document with namespaces into elements that know their place. A document type, and with
 * it every entity but the five of XML, and an encoding other than UTF-8 are refused. Throws `XmlError` at the first
 * fault.
 *
 * `consume` sees every element when it is complete; what it answers true for is not kept among its parent's children:
 * a document of 100 000 elements is then never in memory as a whole.
 */
export function parseXml(text: string, consume?: (element: XmlElement) => boolean): XmlElement {
  const source = new Source(text);
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;

  parser.on('opentag', (tag) => {
    const parent = open.at(-1);
    const end = parser.position;
    // No "<" can stand inside a tag: the last one begins it.
    const begin = text.lastIndexOf('<', end - 1);
    if (parent === undefined) checkProlog(source, text.slice(0, begin), parser.xmlDecl.encoding);
    if (open.length === deepest) source.refuse(`more than ${deepest} elements inside one another`, begin);
    const flat: string[] = [];
    for (const name in tag.attributes) flat.push(name, tag.attributes[name].value);
    if (flat.length > 2 * mostAttributes) source.refuse(`more than ${mostAttributes} attributes`, begin);
    const element = new XmlElement(source, begin, end, tag.name, tag.uri, flat, parent);
    if (parent === undefined) root = element;
    else parent.children.push(element);
    open.push(element);
  });
  parser.on('closetag', ({ isSelfClosing }) => {
    const element = open.pop() as XmlElement;
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
  // A fifth handler would make the parser four times as slow: V8 then keeps its fields in a dictionary. So errors are
  // caught as they are thrown, and what stands before the root element is looked at when that begins.
  try {
    parser.write(text).close();
  } catch (error) {
    // The parser throws plain errors; others are ours, or come from `consume`.
    if (!(error instanceof Error) || error.constructor !== Error) throw error;
    source.refuse(error.message.replace(/^\d+:\d+: |\.$/g, ''), Math.min(parser.position, text.length));
  }
  return root as XmlElement;
}

/** Refuses what may not stand before the root element here, though XML knows it. */
function checkProlog(source: Source, prolog: string, encoding: string | undefined): void {
  if (encoding !== undefined && encoding.toUpperCase() !== 'UTF-8')
    source.refuse(
      `the document says that its encoding is ${encoding}, and only UTF-8 is read`,
      prolog.indexOf('encoding'),
    );
  const blank = (comment: string): string => ' '.repeat(comment.length);
  const at = prolog.replace(/<!--[\s\S]*?-->/g, blank).indexOf('<!DOCTYPE');
  if (at >= 0) source.refuse('a document type (DTD) is refused', at);
}
