import { valueText } from '../util/printable.ts';
import { UserError } from '../util/user-error.ts';
import { childNamed, childrenNamed, type XmlElement } from '../util/xml/parse-xml.ts';
import { listTag, type Tag, tag } from '../util/xml/write-xml.ts';
import { annotated, annotationsTag } from './annotations/annotations.ts';
import type { ModelDescription, Unknown, Variable } from './description.ts';
import { attributesOf } from './tables/attribute-fields.ts';
import type { Document } from './tables/document-lists.ts';
import * as tables from './tables/element-tables.ts';

type Structure = Pick<
  ModelDescription,
  'outputs' | 'continuousStateDerivatives' | 'clockedStates' | 'initialUnknowns' | 'eventIndicators'
>;

const elements3 = [
  ['Output', 'outputs'],
  ['ContinuousStateDerivative', 'continuousStateDerivatives'],
  ['ClockedState', 'clockedStates'],
  ['InitialUnknown', 'initialUnknowns'],
  ['EventIndicator', 'eventIndicators'],
] as const;
const lists2 = [
  ['Outputs', 'outputs'],
  ['Derivatives', 'continuousStateDerivatives'],
  ['InitialUnknowns', 'initialUnknowns'],
] as const;

const empty = (): Structure => ({
  outputs: [],
  continuousStateDerivatives: [],
  clockedStates: [],
  initialUnknowns: [],
  eventIndicators: [],
});

/** `<ModelStructure>` of FMI 3.0, where unknowns are named by value reference. */
export function readStructure3(document: Document, variables: readonly Variable[]): Structure {
  const indexes = new Map(variables.map((v, i) => [v.valueReference, i]));
  const structure = empty();
  const fields = new Map<string, keyof Structure>(elements3);
  for (const e of childNamed(document.root, 'ModelStructure')?.children ?? []) {
    const field = fields.get(e.name);
    if (field === undefined) continue;
    const unknown = readUnknown(document, e, 'valueReference', tables.unknown3, (key) => indexes.get(key));
    structure[field].push(annotated(unknown, document, e));
  }
  return structure;
}

/**
 * Reads `<ModelStructure>` of FMI 2.0, where unknowns have an index in the list of variables, from
 * 1.
 */
export function readStructure2(document: Document, variables: readonly Variable[]): Structure {
  const structure = empty();
  const list = childNamed(document.root, 'ModelStructure');
  const place = (index: number): number | undefined =>
    index >= 1 && index <= variables.length ? index - 1 : undefined;
  for (const [name, field] of lists2)
    structure[field] = childrenNamed(childNamed(list, name), 'Unknown').map((e) =>
      readUnknown(document, e, 'index', tables.unknown2, place),
    );
  return structure;
}

function readUnknown(
  document: Document,
  e: XmlElement,
  name: 'valueReference' | 'index',
  table: tables.Table<tables.Dependent>,
  indexOf: (key: number) => number | undefined,
): Unknown {
  const { key, dependencies, dependenciesKind } = document.fill<tables.Dependent>({ key: 0 }, e, table, [
    name,
  ]);
  const find = (wanted: number, attribute: string): number =>
    indexOf(wanted) ??
    document.refuseAttribute(e, attribute, `existing variables (${name} ${wanted} does not exist)`);
  const unknown: Unknown = { variable: find(key, name) };
  if (dependencies !== undefined) unknown.dependencies = dependencies.map((d) => find(d, 'dependencies'));
  if (dependenciesKind !== undefined) {
    if (dependenciesKind.length === (dependencies?.length ?? 0)) unknown.dependenciesKind = dependenciesKind;
    else
      document.reportHarmless(
        e,
        'a dependenciesKind',
        'has',
        'which must have one kind for each dependency, so it is ignored',
      );
  }
  return unknown;
}

export function structureTag3(d: ModelDescription): Tag {
  const key = (i: number): number => {
    if (d.variables[i] !== undefined) return d.variables[i].valueReference;
    throw new UserError(
      `write ${d.modelName}: its structure refers to variable ${valueText(i)}, expected an index from 0 below ${d.variables.length}. Name an existing variable.`,
    );
  };
  return tag(
    'ModelStructure',
    {},
    elements3.flatMap(([name, field]) =>
      d[field].map((unknown) =>
        tag(name, keyed(unknown, tables.unknown3, key), [annotationsTag(unknown.annotations)]),
      ),
    ),
  );
}

export function structureTag2(d: ModelDescription): Tag {
  const key = (i: number): number => i + 1;
  return tag(
    'ModelStructure',
    {},
    lists2.map(([name, field]) =>
      listTag(
        name,
        d[field].map((unknown) => tag('Unknown', keyed(unknown, tables.unknown2, key))),
      ),
    ),
  );
}

function keyed(
  { variable, dependencies, dependenciesKind }: Unknown,
  table: tables.Table<tables.Dependent>,
  keyOf: (variable: number) => number,
): Record<string, string> {
  const fields: tables.Dependent = {
    key: keyOf(variable),
    dependencies: dependencies?.map(keyOf),
    dependenciesKind,
  };
  return attributesOf(fields, table);
}
