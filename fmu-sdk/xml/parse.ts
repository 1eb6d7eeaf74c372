import { SaxesParser, type SaxesTagNS } from 'saxes';

/** A place in a text: line and column from 1. */
export interface Position {
  line: number;
  column: number;
}

export interface XmlAttribute extends Position {
  /** Qualified name, as written. */
  name: string;
  value: string;
}

/** An element with its attributes and children, each with the place where it begins. */
export interface XmlElement extends Position {
  /** Qualified name, as written. */
  name: string;
  /** Namespace; '' for none. */
  namespace: string;
  attributes: Map<string, XmlAttribute>;
  children: XmlElement[];
  /** Character data directly inside, concatenated. */
  text: string;
  parent: XmlElement | undefined;
}

/** Why a text is no XML document that may be read here. */
export class XmlError extends Error {
  constructor(
    readonly reason: string,
    readonly position: Position,
  ) {
    super(`line ${position.line}, column ${position.column}: ${reason}`);
  }
}

/** Elements inside elements that a document may have. */
export const deepest = 200;

/**
 * Parses a well-formed XML 1.0 document with namespaces into elements that know their place. A document type, and with
 * it every entity but the five of XML, is refused. Throws `XmlError` at the first fault.
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let attributes = new Map<string, XmlAttribute>();
  let start: Position = { line: 1, column: 1 };
  const refuse = (reason: string, position: Position = here(parser)): never => {
    throw new XmlError(reason, position);
  };
  parser.on('error', (error) => refuse(error.message.replace(/^\d+:\d+: /, '')));
  parser.on('doctype', () => refuse('a document type (DTD) is refused'));
  parser.on('opentagstart', (tag) => {
    start = here(parser);
    // The parser stands behind the name and one more character.
    start.column = Math.max(1, start.column - tag.name.length - 1);
    attributes = new Map();
  });
  parser.on('attribute', ({ name, value }) => {
    attributes.set(name, { name, value, ...here(parser) });
  });
  parser.on('opentag', (tag) => {
    const parent = open.at(-1);
    const element = elementOf(tag as SaxesTagNS, start, attributes, parent);
    if (parent === undefined) root = element;
    else parent.children.push(element);
    open.push(element);
    if (open.length > deepest) refuse(`more than ${deepest} elements inside one another`);
  });
  parser.on('closetag', () => open.pop());
  const onText = (chunk: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += chunk;
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.write(text).close();
  return root ?? refuse('the document has no element');
}

function elementOf(
  tag: SaxesTagNS,
  start: Position,
  attributes: Map<string, XmlAttribute>,
  parent: XmlElement | undefined,
): XmlElement {
  return {
    name: tag.name,
    namespace: tag.uri,
    attributes,
    children: [],
    text: '',
    parent,
    line: start.line,
    column: start.column,
  };
}

function here(parser: SaxesParser<{ xmlns: true; position: true }>): Position {
  return { line: parser.line, column: parser.column + 1 };
}

/** Value of an attribute, undefined when it is not there. */
export function attribute(element: XmlElement, name: string): string | undefined {
  return element.attributes.get(name)?.value;
}

/** First child element of that name. */
export function childNamed(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** All child elements of that name. */
export function childrenNamed(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}
