import { decodeText, decodeValue, isSpace, nameEnd, refuseForeignCharacters } from './characters.ts';
import { XmlElement } from './element.ts';
import { checkAttributes, namespaceOf, outermost, type Scope, scopeInside } from './namespaces.ts';
import { Source } from './source.ts';

export {
  attribute,
  childNamed,
  childrenNamed,
  type Position,
  type XmlAttribute,
  type XmlElement,
} from './element.ts';
export { XmlError } from './error.ts';

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
  return new Parser(new Source(text), consume).parse();
}

const declaration =
  /<\?xml\s+version\s*=\s*(?:"1\.\d+"|'1\.\d+')(?:\s+encoding\s*=\s*(?:"([\w.-]+)"|'([\w.-]+)'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>/y;

/** One pass over the text from `at` on; a tag is a few searches of the runtime, which is what makes it fast. */
class Parser {
  private readonly text: string;
  private at = 0;
  private root: XmlElement | undefined;
  private readonly open: XmlElement[] = [];
  private readonly scopes: Scope[] = [outermost];
  /** One string for each name, however often it stands in the document. */
  private readonly names = new Map<string, string>();
  /** Grows while a tag is read; what an element keeps is a copy of the exact length. */
  private readonly flat: string[] = [];

  constructor(
    private readonly source: Source,
    private readonly consume: (element: XmlElement) => boolean = () => false,
  ) {
    this.text = source.text;
  }

  parse(): XmlElement {
    const { text, source } = this;
    refuseForeignCharacters(source);
    if (text.startsWith('\uFEFF')) this.at = 1;
    if (/^<\?xml\s/.test(text.slice(this.at, this.at + 6))) this.readDeclaration();
    while (this.at < text.length) {
      const next = text.indexOf('<', this.at);
      const end = next < 0 ? text.length : next;
      if (end > this.at) this.readText(this.at, end);
      this.at = end;
      if (next >= 0) this.readMarkup();
    }
    const left = this.open.at(-1);
    if (left !== undefined) source.refuse(`the document ends inside <${left.name}>`, text.length);
    return this.root ?? source.refuse('the document has no element', 0);
  }

  private readDeclaration(): void {
    declaration.lastIndex = this.at;
    const [, double, single] =
      declaration.exec(this.text) ?? this.source.refuse('the XML declaration is not of its form', this.at);
    const encoding = double ?? single ?? 'UTF-8';
    if (encoding.toUpperCase() !== 'UTF-8')
      this.source.refuse(
        `the document says that its encoding is ${encoding}, and only UTF-8 is read`,
        this.text.indexOf('encoding', this.at),
      );
    this.at = declaration.lastIndex;
  }

  private readMarkup(): void {
    const { text, at } = this;
    const code = text.charCodeAt(at + 1);
    if (code === 47) this.readEndTag();
    else if (code === 63) this.readInstruction();
    else if (code !== 33) this.readStartTag();
    else if (text.startsWith('<!--', at)) this.readComment();
    else if (text.startsWith('<![CDATA[', at)) this.readCdata();
    else if (text.startsWith('<!DOCTYPE', at)) this.source.refuse('a document type (DTD) is refused', at);
    else this.source.refuse('"<!" begins nothing that may stand here', at);
  }

  private readStartTag(): void {
    const { text, source, at: begin } = this;
    const end = nameEnd(text, begin + 1);
    if (end === begin + 1) source.refuse('"<" begins no tag; write &lt;', begin);
    if (this.open.length === 0 && this.root !== undefined) source.refuse('a second root element', begin);
    if (this.open.length === deepest)
      source.refuse(`more than ${deepest} elements inside one another`, begin);
    const name = this.nameOf(begin + 1, end);
    this.at = end;
    const flat = this.readAttributes(begin);
    const closed = text.charCodeAt(this.at) === 47;
    this.at += closed ? 2 : 1;
    const scope = scopeInside(this.scopes[this.scopes.length - 1], flat, source, begin);
    checkAttributes(flat, scope, source, begin);
    const parent = this.open.at(-1);
    const namespace = namespaceOf(name, scope, source, begin);
    const element = new XmlElement(source, begin, this.at, name, namespace, flat, parent);
    if (parent === undefined) this.root = element;
    else parent.children.push(element);
    if (closed) this.complete(element, this.at);
    else {
      this.open.push(element);
      this.scopes.push(scope);
    }
  }

  /** Reads up to the tag's `>` or `/>`: names and values, in turn. */
  private readAttributes(begin: number): string[] {
    const { text, source } = this;
    const { flat } = this;
    flat.length = 0;
    for (;;) {
      const before = this.at;
      this.skipSpace();
      const code = text.charCodeAt(this.at);
      if (code === 62 || (code === 47 && text.charCodeAt(this.at + 1) === 62)) return flat.slice();
      if (Number.isNaN(code)) source.refuse('the document ends inside a tag', begin);
      const end = nameEnd(text, this.at);
      if (end === this.at || before === this.at) source.refuse('no attribute begins here', this.at);
      const name = this.nameOf(this.at, end);
      this.at = end;
      this.skipSpace();
      if (text.charCodeAt(this.at) !== 61) source.refuse(`the attribute "${name}" has no value`, this.at);
      this.at++;
      this.skipSpace();
      flat.push(name, this.readValue(name));
      if (flat.length > 2 * mostAttributes) source.refuse(`more than ${mostAttributes} attributes`, begin);
    }
  }

  private readValue(name: string): string {
    const { text, source } = this;
    const quote = text[this.at];
    const begin = this.at + 1;
    const end = quote === '"' || quote === "'" ? text.indexOf(quote, begin) : -1;
    if (end < 0) source.refuse(`the value of "${name}" is not between quotes`, this.at);
    this.at = end + 1;
    const value = text.slice(begin, end);
    if (!/[<&\t\n\r]/.test(value)) return value;
    const less = value.indexOf('<');
    if (less >= 0) source.refuse(`"<" stands in the value of "${name}"; write &lt;`, begin + less);
    return decodeValue(source, value, begin);
  }

  private readEndTag(): void {
    const { text, at } = this;
    const element = this.open.pop() ?? this.source.refuse('an end tag without its start tag', at);
    this.scopes.pop();
    this.at = at + 2 + element.name.length;
    const named = text.startsWith(element.name, at + 2);
    if (named) this.skipSpace();
    if (!named || text.charCodeAt(this.at) !== 62)
      this.source.refuse(`<${element.name}> is not closed by this end tag`, at);
    this.at++;
    this.complete(element, at);
  }

  private complete(element: XmlElement, contentEnd: number): void {
    element.contentEnd = contentEnd;
    if (this.consume(element)) element.parent?.children.pop();
  }

  private readText(begin: number, end: number): void {
    const { source } = this;
    const text = this.text.slice(begin, end);
    const element = this.open.at(-1);
    if (element === undefined) {
      const other = text.search(/[^ \t\r\n]/);
      if (other >= 0) source.refuse('text outside the root element', begin + other);
      return;
    }
    const close = text.indexOf(']]>');
    if (close >= 0) source.refuse('"]]>" stands in text; write ]]&gt;', begin + close);
    element.text += decodeText(source, text, begin);
  }

  private readCdata(): void {
    const element = this.open.at(-1) ?? this.source.refuse('text outside the root element', this.at);
    const begin = this.at + 9;
    this.at = this.endOf(']]>', begin, 'the CDATA section');
    element.text += this.text.slice(begin, this.at - 3).replace(/\r\n?/g, '\n');
  }

  private readComment(): void {
    const begin = this.at;
    this.at = this.endOf('--', begin + 4, 'the comment');
    if (this.text.charCodeAt(this.at++) !== 62) this.source.refuse('"--" stands in a comment', this.at - 3);
  }

  private readInstruction(): void {
    const { text, at } = this;
    const end = nameEnd(text, at + 2);
    const target = text.slice(at + 2, end);
    const behind = text.charCodeAt(end);
    if (target === '' || /^xml$|:/i.test(target) || !(isSpace(behind) || text.startsWith('?>', end)))
      this.source.refuse(`"<?${target}" begins no processing instruction that may stand here`, at);
    this.at = this.endOf('?>', end, 'the processing instruction');
  }

  private endOf(mark: string, from: number, what: string): number {
    const found = this.text.indexOf(mark, from);
    if (found < 0) this.source.refuse(`${what} has no end`, this.at);
    return found + mark.length;
  }

  private skipSpace(): void {
    while (isSpace(this.text.charCodeAt(this.at))) this.at++;
  }

  private nameOf(begin: number, end: number): string {
    const name = this.text.slice(begin, end);
    const known = this.names.get(name);
    if (known !== undefined) return known;
    this.names.set(name, name);
    return name;
  }
}
