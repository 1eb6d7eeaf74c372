import { type ValueType, valueChecks } from './xsd-types.ts';

/** One place in an element's content: which children may stand here, and how many of them. */
export interface Particle {
  /** Child name → the name of its type in the grammar. */
  readonly types: ReadonlyMap<string, string>;
  readonly least: number;
  readonly most: number;
}

/** Attributes and content that an element may have. */
export interface ElementType {
  readonly attributes: ReadonlyMap<string, { type: ValueType; required: boolean }>;
  /** Attributes that are not listed are allowed. */
  readonly anyAttribute: boolean;
  /** Children in order. Undefined allows any content. */
  readonly content: readonly Particle[] | undefined;
  /** Largest number of elements of other vocabularies. Undefined forbids them. */
  readonly otherVocabularies: number | undefined;
  readonly text: boolean;
}

export interface Grammar {
  readonly root: string;
  readonly types: ReadonlyMap<string, ElementType>;
}

/** An element in the notation of the tables. */
export interface Row {
  /** `name:type name:type!`, the mark `!` for required. */
  attributes?: string;
  /** Children in order, `A B? C* (D|E)+ F=TypeOfF`, or `any` for any content. */
  content?: string;
  anyAttribute?: boolean;
  otherVocabularies?: number;
  text?: boolean;
}

export function grammar(root: string, rows: Readonly<Record<string, Row>>): Grammar {
  return { root, types: new Map(Object.entries(rows).map(([name, row]) => [name, elementType(name, row)])) };
}

function elementType(name: string, row: Row): ElementType {
  return {
    attributes: new Map(split(row.attributes).map((item) => attributeType(name, item))),
    anyAttribute: row.anyAttribute ?? false,
    content: row.content === 'any' ? undefined : split(row.content).map(particle),
    otherVocabularies: row.otherVocabularies,
    text: row.text ?? false,
  };
}

function split(text: string | undefined): string[] {
  return (text ?? '').split(/\s+/).filter(Boolean);
}

function attributeType(element: string, item: string): [string, { type: ValueType; required: boolean }] {
  const [name, type] = item.replace('!', '').split(':');
  if (!Object.hasOwn(valueChecks, type))
    throw new Error(`grammar: ${element}/${name} has the unknown type ${type}`);
  return [name, { type: type as ValueType, required: item.endsWith('!') }];
}

/** `(A|B=T){0,2}` */
function particle(item: string): Particle {
  const { names, count } = /^\(?(?<names>[^?*+{)]+)\)?(?<count>.*)$/.exec(item)!.groups!;
  const types = new Map(
    names.split('|').map((name) => {
      const [child, type] = name.split('=');
      return [child, type ?? child];
    }),
  );
  const [least, most] = counts[count];
  return { types, least, most };
}

const counts: Readonly<Record<string, readonly [number, number]>> = {
  '': [1, 1],
  '?': [0, 1],
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '{0,2}': [0, 2],
};
