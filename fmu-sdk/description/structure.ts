import { childNamed, childrenNamed, type XmlElement } from '../xml/parse.ts';
import { listTag, type Tag, tag } from '../xml/write.ts';
import { annotated, annotationsTag } from './annotations.ts';
import type { ModelDescription, Unknown, Variable } from './description.ts';
import type { Document } from './document.ts';
import { attributesOf } from './fields.ts';
import * as tables from './tables.ts';

type Structure = Pick<
  ModelDescription,
  'outputs' | 'continuousStateDerivatives' | 'clockedStates' | 'initialUnknowns' | 'eventIndicators'
>;

const elements3: readonly (readonly [string, keyof Structure])[] = [
  ['Output', 'outputs'],
  ['ContinuousStateDerivative', 'continuousStateDerivatives'],
  ['ClockedState', 'clockedStates'],
  ['InitialUnknown', 'initialUnknowns'],
  ['EventIndicator', 'eventIndicators'],
];
const lists2: readonly (readonly [string, keyof Structure])[] = [
  ['Outputs', 'outputs'],
  ['Derivatives', 'continuousStateDerivatives'],
  ['InitialUnknowns', 'initialUnknowns'],
];

const empty = (): Structure => ({
  outputs: [],
  continuousStateDerivatives: [],
  clockedStates: [],
  initialUnknowns: [],
  eventIndicators: [],
});

/** `<ModelStructure>` of FMI 3.0, where variables are named by value reference. */
export function readStructure3(document: Document, variables: readonly Variable[]): Structure {
  const indexes = new Map(variables.map((v, i) => [v.valueReference, i]));
  const structure = empty();
  const fields = new Map(elements3);
  for (const e of childNamed(document.root, 'ModelStructure')?.children ?? []) {
    const field = fields.get(e.name);
    if (field === undefined) continue;
    const unknown = readUnknown(document, e, 'valueReference', tables.unknown3, (reference) =>
      indexes.get(reference),
    );
    structure[field].push(annotated(unknown, document, e));
  }
  return structure;
}

/** `<ModelStructure>` of FMI 2.0, where variables are named by their place, from 1. */
export function readStructure2(document: Document, variables: readonly Variable[]): Structure {
  const structure = empty();
  const place = (index: number): number | undefined =>
    index >= 1 && index <= variables.length ? index - 1 : undefined;
  for (const [name, field] of lists2)
    structure[field] = childrenNamed(
      childNamed(childNamed(document.root, 'ModelStructure'), name),
      'Unknown',
    ).map((e) => readUnknown(document, e, 'index', tables.unknown2, place));
  return structure;
}

function readUnknown(
  document: Document,
  e: XmlElement,
  key: string,
  table: tables.Table,
  indexOf: (reference: number) => number | undefined,
): Unknown {
  const {
    key: own,
    dependencies,
    dependenciesKind,
  } = document.fill<{ key: number } & Partial<Pick<Unknown, 'dependencies' | 'dependenciesKind'>>>(
    { key: 0 },
    e,
    table,
    [key],
  );
  const find = (reference: number, attribute: string): number =>
    indexOf(reference) ??
    document.refuseAttribute(e, attribute, `variables that exist (there is none with ${key} ${reference})`);
  const unknown: Unknown = { variable: find(own, key) };
  if (dependencies !== undefined) unknown.dependencies = dependencies.map((d) => find(d, 'dependencies'));
  if (dependenciesKind !== undefined) {
    if (dependenciesKind.length !== dependencies?.length)
      document.refuseAttribute(e, 'dependenciesKind', 'one kind for each of the dependencies');
    unknown.dependenciesKind = dependenciesKind;
  }
  return unknown;
}

export function structureTag3(d: ModelDescription): Tag {
  const reference = (i: number): number => d.variables[i].valueReference;
  return tag(
    'ModelStructure',
    {},
    elements3.flatMap(([name, field]) =>
      d[field].map((unknown) =>
        tag(name, unknownAttributes(unknown, tables.unknown3, reference), [
          annotationsTag(unknown.annotations),
        ]),
      ),
    ),
  );
}

export function structureTag2(d: ModelDescription): Tag {
  return tag(
    'ModelStructure',
    {},
    lists2.map(([name, field]) =>
      listTag(
        name,
        d[field].map((unknown) =>
          tag(
            'Unknown',
            unknownAttributes(unknown, tables.unknown2, (i) => i + 1),
          ),
        ),
      ),
    ),
  );
}

function unknownAttributes(
  { variable, dependencies, dependenciesKind }: Unknown,
  table: tables.Table,
  keyOf: (variable: number) => number,
): Record<string, string> {
  return attributesOf(
    { key: keyOf(variable), dependencies: dependencies?.map(keyOf), dependenciesKind },
    table,
  );
}
