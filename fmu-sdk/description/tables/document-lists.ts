import { printableName } from '../../util/printable.ts';
import { UserError } from '../../util/user-error.ts';
import { attribute, type Position, parseXml, type XmlElement, XmlError } from '../../util/xml/parse-xml.ts';
import { countWords, wordsOf } from './attribute-codec.ts';
import type { Table } from './attribute-table.ts';

/** Values of all lists of a document: start values of arrays, most of all. */
const listValueLimit = 10_000_000;

/**
 * XML document that is being read. Its errors contain the file and the position. `consume`: see
 * `parseXml`.
 */
export class Document {
  readonly root: XmlElement;
  private values = 0;
  private readonly notedFaults = new Set<string>();

  constructor(
    xml: string | Uint8Array,
    readonly file: string,
    rootName: string,
    consume?: (element: XmlElement, document: Document) => boolean,
    /**
     * Receives each harmless fault once, which is then not an error, as words that complete “the
     * file …”.
     */
    private readonly note?: (splitList: string) => void,
  ) {
    this.root = this.parse(xml, consume && ((element) => consume(element, this)));
    // SSP's documents have a prefix that their author chose.
    if (this.root.name.replace(/^.*:/, '') !== rootName)
      this.refuse(this.root, `the root element is <${this.root.name}>, expected <${rootName}>`);
  }

  private parse(xml: string | Uint8Array, consume?: (element: XmlElement) => boolean): XmlElement {
    try {
      return parseXml(
        xml,
        consume,
        this.note &&
          ((prefix, at) =>
            this.reportHarmless(
              at,
              `the prefix "${printableName(prefix)}"`,
              'uses',
              'which is not declared',
            )),
      );
    } catch (error) {
      if (error instanceof XmlError) return this.refuse(error.position, error.reason);
      throw error;
    }
  }

  /**
   * Reports a harmless fault: as a note, once for each `what`, or as an error without a receiver.
   */
  reportHarmless(at: Position, what: string, verb: string, why: string): void {
    if (this.note === undefined) this.refuse(at, `it ${verb} ${what}, ${why}`);
    if (this.notedFaults.has(what)) return;
    this.notedFaults.add(what);
    this.note(`${verb} in line ${at.line} ${what}, ${why}`);
  }

  /**
   * Returns the words of an attribute with a list. Limits the total number of list values, to bound
   * memory.
   */
  splitList(element: XmlElement, name: string, text: string): string[] {
    // A word and its space are two characters at least.
    if (text.length > listValueLimit) this.values += countWords(text);
    else this.values += text.length >> 1;
    if (this.values > listValueLimit)
      this.refuseAttribute(element, name, `no more than ${listValueLimit} values in all lists together`);
    return wordsOf(text);
  }

  /** Reports a UserError for an element or one of its attributes. */
  refuse(at: Position, what: string): never {
    throw new UserError(
      `read ${this.file}:${at.line}:${at.column}: ${what}. Export the file again, or ask its sender.`,
    );
  }

  /** Reports a UserError for a wrong or missing attribute. */
  refuseAttribute(element: XmlElement, name: string, expected: string): never {
    const wrongAttribute = element.attributes.get(name);
    if (wrongAttribute === undefined)
      return this.refuse(element, `<${element.name}> lacks the attribute ${name}: ${expected}`);
    const value =
      wrongAttribute.value.length > 60 ? `${wrongAttribute.value.slice(0, 60)}…` : wrongAttribute.value;
    return this.refuse(wrongAttribute, `${name} of <${element.name}> is "${value}", expected ${expected}`);
  }

  /**
   * Reads the element's attributes in the table into fields of an object, which may have others and
   * defaults.
   */
  fill<T extends object>(into: T, element: XmlElement, table: Table<T>, needed: readonly string[] = []): T {
    const { flat } = element;
    for (let i = 0; i < flat.length; i += 2) {
      const name = flat[i];
      if (!Object.hasOwn(table, name)) continue;
      if (!table[name].read(flat[i + 1], into)) this.refuseAttribute(element, name, table[name].expected);
    }
    for (const name of needed)
      if (attribute(element, name) === undefined) this.refuseAttribute(element, name, 'add it');
    return into;
  }
}
