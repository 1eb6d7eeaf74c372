import type { Position } from './text-position.ts';
import type { Source } from './xml-source.ts';

/** An attribute with the position of its name. */
export interface XmlAttribute extends Position {
  /** Qualified name, as written. */
  name: string;
  value: string;
}

/** Start tag of an element. */
export interface StartTag {
  /** Qualified name, as written. */
  name: string;
  /** Namespace, or '' without one. */
  namespace: string;
  /** Alternating names and values of the attributes. */
  flat: readonly string[];
  /** Offset of the tag's `<`. */
  begin: number;
  /** Offset behind the tag's `>`. */
  end: number;
}

/**
 * An element of a document. Positions are computed on demand from offsets, because a document of
 * 100 000 elements has a million attributes, and few of their positions are needed.
 *
 * @example
 * const { name, line, attributes }: XmlElement = element;
 * console.log(name, 'in line', line, attributes.get('unit')?.value);
 */
export class XmlElement implements Position {
  /** Qualified name, as written. */
  readonly name: string;
  /** Namespace, or '' without one. */
  readonly namespace: string;
  /** Alternating names and values of the attributes. */
  readonly flat: readonly string[];
  readonly parent: XmlElement | undefined;
  readonly children: XmlElement[] = [];
  /** Character data directly inside, concatenated. */
  text = '';
  /** Offset of the end tag, or of the element's end if it lacks an end tag. */
  contentEnd = 0;
  /** Offset of the element's `<`. */
  readonly begin: number;
  /** Offset behind the start tag's `>`. */
  readonly contentBegin: number;
  private readonly source: Source;
  private known: Map<string, XmlAttribute> | undefined;

  constructor(source: Source, tag: StartTag, parent: XmlElement | undefined) {
    this.source = source;
    this.begin = tag.begin;
    this.contentBegin = tag.end;
    this.name = tag.name;
    this.namespace = tag.namespace;
    this.flat = tag.flat;
    this.parent = parent;
  }

  get line(): number {
    return this.source.position(this.begin).line;
  }

  get column(): number {
    return this.source.position(this.begin).column;
  }

  /** Returns the text between the start tag and the end tag, as written. */
  get raw(): string {
    return this.source.text.slice(this.contentBegin, this.contentEnd);
  }

  /** Returns the attributes by qualified name, in document order. */
  get attributes(): Map<string, XmlAttribute> {
    this.known ??= this.locate();
    return this.known;
  }

  private locate(): Map<string, XmlAttribute> {
    const attributes = new Map<string, XmlAttribute>();
    const start = this.begin + 1 + this.name.length;
    const tag = this.source.text.slice(start, this.contentBegin);
    let i = 0;
    for (const match of tag.matchAll(/\s*([^\s=]+)\s*=\s*(?:"[^"]*"|'[^']*')/gy)) {
      const [name, value] = [this.flat[i++], this.flat[i++]];
      attributes.set(name, {
        name,
        value,
        ...this.source.position(start + match.index + match[0].indexOf(match[1])),
      });
    }
    return attributes;
  }
}

/** Returns the value of an attribute, or undefined. */
export function attribute(element: XmlElement, name: string): string | undefined {
  const { flat } = element;
  for (let i = 0; i < flat.length; i += 2) if (flat[i] === name) return flat[i + 1];
  return undefined;
}

/** Returns the first child element with this name, or undefined. */
export function childNamed(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** Returns all child elements with this name. The list is empty without an element. */
export function childrenNamed(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}
