import { concernsNamespaces, namespaceOf, outermost, type Scope, scopeIn } from './namespace-scope.ts';
import type { Position } from './text-position.ts';
import { XmlElement } from './xml-element.ts';
import { deepest, mostAttributes, mostXmlElements } from './xml-limits.ts';
import type { Source } from './xml-source.ts';

/** Functions that a caller of the parser may provide. */
export interface TreeHandlers {
  /** Receives every complete element. If it returns true, the parent does not store the element. */
  consume?: (element: XmlElement) => boolean;
  /** Receives every undeclared prefix, which is an error without this function. */
  unbound?: (prefix: string, at: Position) => void;
}

/** Builder of elements from the tags and texts of a document, in document order. */
export class TreeBuilder {
  root: XmlElement | undefined;
  private elements = 0;
  private readonly openElements: XmlElement[] = [];
  /** Namespaces at the current position: the outermost ones, then one entry per open element. */
  private readonly scopes: Scope[] = [outermost];
  /** Default namespace at the current position. */
  private defaultNamespace = '';
  /** Alternating names and values of the current tag's attributes. */
  private flat: string[] = [];
  /** True for a tag whose attributes have no prefixes and declare none. */
  private withoutPrefixes = true;

  constructor(
    private readonly source: Source,
    private readonly handlers: TreeHandlers,
  ) {}

  /** Returns true outside the root element. */
  get isOutsideRoot(): boolean {
    return this.openElements.length === 0;
  }

  /** Adds an attribute to the tag that `open` will open. */
  addAttribute(name: string, value: string): void {
    this.flat.push(name, value);
    if (this.withoutPrefixes && concernsNamespaces(name)) this.withoutPrefixes = false;
  }

  /** Opens an element whose start tag extends from offset `begin` to `end`. */
  open(name: string, begin: number, end: number): void {
    this.checkLimits(begin);
    const { source, openElements, flat } = this;
    const namespace =
      this.withoutPrefixes && !name.includes(':')
        ? this.enterScopeOfParent()
        : this.enterScopeOfTag(name, begin);
    const parent = openElements.at(-1);
    const element = new XmlElement(source, { name, namespace, flat, begin, end }, parent);
    this.flat = [];
    this.withoutPrefixes = true;
    if (parent === undefined) this.root = element;
    else parent.children.push(element);
    openElements.push(element);
  }

  /** Closes the innermost element. `contentEnd` is the offset of its end tag. */
  close(contentEnd: number): void {
    const element = this.openElements.pop() as XmlElement;
    const inner = this.scopes.pop();
    const outer = this.scopes[this.scopes.length - 1];
    if (inner !== outer) this.defaultNamespace = outer.get('') ?? '';
    element.contentEnd = contentEnd;
    if (this.handlers.consume?.(element)) element.parent?.children.pop();
  }

  /** Adds character data to the innermost element. Ignores it outside the root element. */
  addText(chunk: string): void {
    const element = this.openElements.at(-1);
    if (element !== undefined) element.text += chunk;
  }

  private checkLimits(begin: number): void {
    const { source } = this;
    if (++this.elements > mostXmlElements) source.refuse(`more than ${mostXmlElements} elements`, begin);
    if (this.openElements.length === deepest)
      source.refuse(`more than ${deepest} levels of nested elements`, begin);
    if (this.flat.length > 2 * mostAttributes) source.refuse(`more than ${mostAttributes} attributes`, begin);
  }

  /** Enters an element without declarations. Returns its namespace. */
  private enterScopeOfParent(): string {
    this.scopes.push(this.scopes[this.scopes.length - 1]);
    return this.defaultNamespace;
  }

  /** Enters an element with prefixes or declarations. Returns its namespace. */
  private enterScopeOfTag(name: string, begin: number): string {
    const { source, scopes } = this;
    const { unbound } = this.handlers;
    const refuse = (reason: string): never => source.refuse(reason, begin);
    const separate = (prefix: string): string => {
      if (unbound === undefined) return refuse(`unbound namespace prefix: ${JSON.stringify(prefix)}`);
      unbound(prefix, source.position(begin));
      return `unbound:${prefix}`;
    };
    const scope = scopeIn(scopes[scopes.length - 1], this.flat, refuse, separate);
    if (name.startsWith('xmlns:')) refuse('tags may not have "xmlns" as prefix');
    const namespace = namespaceOf(name, scope, refuse, separate);
    this.defaultNamespace = scope.get('') ?? '';
    scopes.push(scope);
    return namespace;
  }
}
