import { attribute, type Position, type XmlElement } from '../../util/xml/parse-xml.ts';
import type { ElementType, Grammar } from './grammar.ts';
import { type ValueType, valueChecks } from './xsd-types.ts';

export type FaultKind =
  | 'root'
  | 'namespace'
  | 'unknown-element'
  | 'missing-element'
  | 'repeated-element'
  | 'element-order'
  | 'text'
  | 'blank'
  | 'unknown-attribute'
  | 'missing-attribute'
  | 'value';

/** A place where a document breaks its grammar. */
export interface Fault {
  readonly kind: FaultKind;
  readonly element: XmlElement;
  readonly at: Position;
  readonly message: string;
  readonly value?: string;
  readonly expected: string;
  readonly attribute?: string;
  /** Type of a wrong value. */
  readonly type?: ValueType;
}

/** All faults of a document, in document order. */
export function validate(root: XmlElement, grammar: Grammar): Fault[] {
  const faults: Fault[] = [];
  if (root.name !== grammar.root) {
    const message = `The root element is ${root.name}.`;
    const expected = `the element ${grammar.root}`;
    return [{ kind: 'root', element: root, at: root, message, value: root.name, expected }];
  }
  visit(root, grammar.root, grammar, (fault) => faults.push(fault));
  return faults;
}

type Report = (fault: Fault) => void;

function visit(element: XmlElement, typeName: string, grammar: Grammar, report: Report): void {
  const type = grammar.types.get(typeName);
  if (type === undefined) return;
  if (element.namespace !== '' && element.namespace !== element.parent?.namespace)
    report({
      kind: 'namespace',
      element,
      at: element,
      message: `Element ${element.name} is in the namespace ${element.namespace}.`,
      value: element.namespace,
      expected: 'FMI elements without a namespace',
    });
  attributes(element, type, report);
  if (type.content === undefined) return;
  text(element, type, report);
  if (type.otherVocabularies === undefined) children(element, type, grammar, report);
  else foreign(element, type.otherVocabularies, grammar, report);
}

function attributes(element: XmlElement, type: ElementType, report: Report): void {
  const { flat } = element;
  for (let i = 0; i < flat.length; i += 2) {
    const [name, value] = [flat[i], flat[i + 1]];
    const declared = type.attributes.get(name);
    if (declared !== undefined) {
      const expected = valueChecks[declared.type](value);
      if (expected !== undefined)
        reportValue(element, { attribute: name, value, type: declared.type, expected }, report);
    } else if (!type.anyAttribute && !isGeneral(name))
      reportUnknownAttribute(element, name, value, type, report);
  }
  for (const [name, { required }] of type.attributes)
    if (required && attribute(element, name) === undefined)
      report({
        kind: 'missing-attribute',
        element,
        at: element,
        attribute: name,
        message: `Element ${element.name} lacks the attribute ${name}.`,
        expected: `an attribute ${name}`,
      });
}

/** Value of an attribute that its type does not allow. */
interface InvalidValue {
  attribute: string;
  value: string;
  type: ValueType;
  expected: string;
}

function reportValue(element: XmlElement, invalid: InvalidValue, report: Report): void {
  const { attribute: name, value, type, expected } = invalid;
  report({
    kind: 'value',
    element,
    at: element.attributes.get(name) ?? element,
    attribute: name,
    type,
    message: `Attribute ${name} of ${element.name} has an invalid value.`,
    value,
    expected,
  });
}

function reportUnknownAttribute(
  element: XmlElement,
  name: string,
  value: string,
  type: ElementType,
  report: Report,
): void {
  report({
    kind: 'unknown-attribute',
    element,
    at: element.attributes.get(name) ?? element,
    attribute: name,
    message: `Element ${element.name} has the attribute ${name}, which the standard does not define.`,
    value,
    expected: `only ${[...type.attributes.keys()].join(', ') || 'no attribute'}`,
  });
}

/** Declarations of namespaces, and `xsi:schemaLocation` and its like, are allowed everywhere. */
function isGeneral(name: string): boolean {
  return (
    name === 'xmlns' ||
    name.startsWith('xmlns:') ||
    /:(schemaLocation|noNamespaceSchemaLocation|type|nil)$/.test(name)
  );
}

function text(element: XmlElement, type: ElementType, report: Report): void {
  if (type.text || element.text === '') return;
  const content = element.text.trim();
  if (content !== '')
    report({
      kind: 'text',
      element,
      at: element,
      message: `Element ${element.name} contains text.`,
      value: content.length > 40 ? `${content.slice(0, 39)}…` : content,
      expected: 'attributes and elements only',
    });
  else if (type.content?.length === 0 && type.otherVocabularies === undefined)
    report({
      kind: 'blank',
      element,
      at: element,
      message: `Element ${element.name} contains blanks or line breaks.`,
      expected: `nothing inside: <${element.name} …/>`,
    });
}

function children(element: XmlElement, type: ElementType, grammar: Grammar, report: Report): void {
  const content = type.content!;
  const counts = content.map(() => 0);
  let furthest = 0;
  for (const child of element.children) {
    const place = content.findIndex((particle) => particle.types.has(child.name));
    if (place < 0) {
      reportUnknown(element, child, type, report);
      continue;
    }
    counts[place]++;
    if (counts[place] === content[place].most + 1)
      report({
        kind: 'repeated-element',
        element: child,
        at: child,
        message: `Element ${element.name} has more than ${content[place].most} ${child.name}.`,
        expected: `at most ${content[place].most}`,
      });
    else if (place < furthest)
      report({
        kind: 'element-order',
        element: child,
        at: child,
        message: `Element ${child.name} is after an element that it must precede.`,
        expected: `the order ${namesOf(type).join(', ')}`,
      });
    furthest = Math.max(furthest, place);
    visit(child, content[place].types.get(child.name)!, grammar, report);
  }
  content.forEach((particle, place) => {
    if (counts[place] < particle.least)
      report({
        kind: 'missing-element',
        element,
        at: element,
        message: `Element ${element.name} lacks ${[...particle.types.keys()].join(' or ')}.`,
        expected: `${particle.most === 1 ? 'one' : 'at least one'} of ${[...particle.types.keys()].join(', ')}`,
      });
  });
}

function namesOf(type: ElementType): string[] {
  return (type.content ?? []).flatMap((particle) => [...particle.types.keys()]);
}

function reportUnknown(element: XmlElement, child: XmlElement, type: ElementType, report: Report): void {
  report({
    kind: 'unknown-element',
    element: child,
    at: child,
    message: `Element ${child.name} is not allowed in ${element.name}.`,
    value: child.name,
    expected: namesOf(type).join(', ') || 'an empty element',
  });
}

/** Content of other vocabularies: free, but elements of this one stay what they are. */
function foreign(element: XmlElement, most: number, grammar: Grammar, report: Report): void {
  if (element.children.length > most)
    report({
      kind: 'repeated-element',
      element: element.children[most],
      at: element.children[most],
      message: `Element ${element.name} has more than ${most} child element.`,
      expected: `at most ${most}`,
    });
  for (const child of element.children)
    if (child.name === grammar.root || child.name === 'Annotations')
      visit(child, child.name, grammar, report);
}
