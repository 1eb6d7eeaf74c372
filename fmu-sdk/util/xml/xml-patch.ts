import { UserError } from '../user-error.ts';
import { decodeXml, type XmlText } from './decode-xml.ts';
import { parseXml } from './parse-xml.ts';
import type { XmlElement } from './xml-element.ts';

interface Replacement {
  readonly begin: number;
  readonly end: number;
  readonly text: string;
}

/** Text of the result. `at` is its offset in the document, or undefined for new text. */
interface Part {
  readonly text: string;
  readonly at?: number;
}

/** Attribute of a start tag as written: offsets from the white space before it, and of its value. */
interface AttributeRange {
  readonly begin: number;
  readonly value: number;
  readonly end: number;
}

/**
 * Edits of an XML document. All bytes that no edit touches stay: order, white space, comments,
 * unknown elements and the encoding.
 */
export class XmlPatch {
  readonly root: XmlElement;
  private readonly xml: XmlText;
  private readonly attributes = new Map<XmlElement, Map<string, string | undefined>>();
  private readonly replacements: Replacement[] = [];

  /** Parses a document. Throws an `XmlError`. `file` names it in errors. */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly file: string,
  ) {
    this.xml = decodeXml(bytes);
    this.root = parseXml(this.xml.text, undefined, () => {});
  }

  /** Returns the value of an attribute after the edits. */
  get(element: XmlElement, name: string): string | undefined {
    const changes = this.attributes.get(element);
    if (changes?.has(name)) return changes.get(name);
    const at = element.flat.findIndex((word, i) => i % 2 === 0 && word === name);
    return at < 0 ? undefined : element.flat[at + 1];
  }

  /** Sets an attribute, or removes it with undefined. An equal value changes nothing. */
  set(element: XmlElement, name: string, value: string | undefined): void {
    if (this.get(element, name) === value) return;
    const changes = this.attributes.get(element) ?? new Map<string, string | undefined>();
    this.attributes.set(element, changes.set(name, value));
  }

  /** Removes an element, with the white space before it. */
  remove(element: XmlElement): void {
    const { text } = this.xml;
    let begin = element.begin;
    while (begin > 0 && /\s/.test(text[begin - 1])) begin--;
    this.replacements.push({ begin, end: this.endOf(element), text: '' });
  }

  /** Replaces an element by XML text. */
  replace(element: XmlElement, xml: string): void {
    this.replacements.push({ begin: element.begin, end: this.endOf(element), text: xml });
  }

  /** Adds an element as the last child of `parent`, indented like the other children. */
  append(parent: XmlElement, xml: string): void {
    const last = parent.children.at(-1);
    if (last !== undefined) this.insertAfter(last, xml);
    else if (!this.isSelfClosing(parent)) this.insert(parent.contentBegin, xml);
    else {
      const slash = parent.contentBegin - 2;
      this.replacements.push({ begin: slash, end: slash + 2, text: `>${xml}</${parent.name}>` });
    }
  }

  /** Adds XML text behind an element, with the white space that precedes the element. */
  insertAfter(element: XmlElement, xml: string): void {
    this.insert(this.endOf(element), this.indentOf(element) + xml);
  }

  /** Adds XML text before an element, followed by the white space that precedes the element. */
  insertBefore(element: XmlElement, xml: string): void {
    this.insert(element.begin, xml + this.indentOf(element));
  }

  /** Returns the document with all edits. */
  toBytes(): Uint8Array {
    const { text } = this.xml;
    const parts: Part[] = [];
    let at = 0;
    const edits = [...this.replacements, ...this.attributeEdits()].map((edit, i) => ({ ...edit, i }));
    edits.sort((a, b) => a.begin - b.begin || b.end - a.end || a.i - b.i);
    for (const edit of edits) {
      // An edit inside a removed element has no effect.
      if (edit.begin < at) continue;
      parts.push({ text: text.slice(at, edit.begin), at }, { text: edit.text });
      at = edit.end;
    }
    parts.push({ text: text.slice(at), at });
    return encode(parts, this.xml, this.bytes, this.file);
  }

  private insert(at: number, text: string): void {
    this.replacements.push({ begin: at, end: at, text });
  }

  private endOf(element: XmlElement): number {
    if (this.isSelfClosing(element)) return element.contentBegin;
    return this.xml.text.indexOf('>', element.contentEnd) + 1;
  }

  private isSelfClosing({ contentBegin, contentEnd }: XmlElement): boolean {
    return contentBegin === contentEnd && this.xml.text[contentBegin - 2] === '/';
  }

  private indentOf(element: XmlElement): string {
    const before = this.xml.text.slice(Math.max(0, element.begin - 200), element.begin);
    return before.slice(before.trimEnd().length);
  }

  private *attributeEdits(): Generator<Replacement> {
    for (const [element, changes] of this.attributes) {
      const ranges = this.rangesOf(element);
      const last = Math.max(
        element.begin + 1 + element.name.length,
        ...[...ranges.values()].map((r) => r.end),
      );
      for (const [name, value] of changes) {
        const range = ranges.get(name);
        if (range === undefined) {
          if (value !== undefined)
            yield { begin: last, end: last, text: ` ${name}="${attributeText(value, '"')}"` };
        } else if (value === undefined) yield { begin: range.begin, end: range.end, text: '' };
        else {
          const quote = this.xml.text[range.value - 1];
          yield { begin: range.value, end: range.end - 1, text: attributeText(value, quote) };
        }
      }
    }
  }

  private rangesOf(element: XmlElement): Map<string, AttributeRange> {
    const ranges = new Map<string, AttributeRange>();
    const start = element.begin + 1 + element.name.length;
    const tag = this.xml.text.slice(start, element.contentBegin);
    for (const match of tag.matchAll(/\s*([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/gy)) {
      const begin = start + match.index;
      const end = begin + match[0].length;
      ranges.set(match[1], { begin, value: end - match[2].length + 1, end });
    }
    return ranges;
  }
}

/** Returns a value as the text of an attribute in these quotes. */
export function attributeText(value: string, quote = '"'): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\x00-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Cs}/u.test(value))
    throw new UserError(
      `write XML: ${JSON.stringify(value)} contains a character that XML does not allow. Remove it.`,
    );
  return value.replace(/[&<>"'\t\n\r]/g, (found) => {
    if (found === '"' || found === "'") return found !== quote ? found : found === '"' ? '&quot;' : '&apos;';
    if (found === '&') return '&amp;';
    if (found === '<') return '&lt;';
    return found === '>' ? '&gt;' : `&#${found.charCodeAt(0)};`;
  });
}

/** Encodes the parts of a document. Characters that its encoding lacks become references. */
function encode(
  parts: readonly Part[],
  { text, encoding, misdeclared }: XmlText,
  bytes: Uint8Array,
  file: string,
): Uint8Array {
  const whole = parts.map((part) => part.text).join('');
  if (encoding === 'UTF-8') {
    const mark = bytes[0] === 0xef && bytes[1] === 0xbb ? '\uFEFF' : '';
    return new TextEncoder().encode(mark + whole);
  }
  if (encoding === 'UTF-16LE' || encoding === 'UTF-16BE') {
    const hasMark = bytes[0] === 0xff || bytes[0] === 0xfe;
    const all = (hasMark ? '\uFEFF' : '') + whole;
    const out = new DataView(new ArrayBuffer(2 * all.length));
    for (let i = 0; i < all.length; i++) out.setUint16(2 * i, all.charCodeAt(i), encoding === 'UTF-16LE');
    return new Uint8Array(out.buffer);
  }
  if (text.length !== bytes.length || misdeclared)
    throw new UserError(
      `edit ${file}: expected UTF-8, UTF-16 or a declared encoding of one byte a character, got ${encoding}. Export the FMU again in UTF-8, as FMI asks.`,
    );
  const out: number[] = [];
  const known = new Map(Array.from(text, (character, i) => [character, bytes[i]]));
  for (const part of parts) {
    if (part.at !== undefined) for (let i = 0; i < part.text.length; i++) out.push(bytes[part.at + i]);
    else
      for (const character of part.text) {
        const code = character.codePointAt(0) as number;
        const byte = known.get(character) ?? (code < 0x80 ? code : undefined);
        if (byte !== undefined) out.push(byte);
        else for (const ascii of `&#${code};`) out.push(ascii.charCodeAt(0));
      }
  }
  return Uint8Array.from(out);
}
