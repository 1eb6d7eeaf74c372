import { attribute, type XmlElement } from '../../util/xml/parse-xml.ts';
import { type Tag, tag } from '../../util/xml/write-xml.ts';
import { annotationsOf, annotationsTag } from '../annotations/annotations.ts';
import { takeEnergy, withEnergy } from '../annotations/energy-annotation.ts';
import { type Alias, type FmiType, fmiTypes, type Variable } from '../description.ts';
import { attributesOf } from '../tables/attribute-fields.ts';
import type { Document } from '../tables/document-lists.ts';
import * as tables from '../tables/element-tables.ts';
import { isInRange, isValue } from '../value-text.ts';
import { checkBounds, reportIgnoredStart } from './type-definitions.ts';

/** Reads a variable of FMI 3.0. Sizes in structural parameters remain to be resolved. */
export function readVariable3(document: Document, e: XmlElement): Variable {
  const type = e.name as FmiType;
  if (!fmiTypes.includes(type)) document.refuse(e, `<${e.name}> is not a variable type of FMI 3.0`);
  const variable: Variable = {
    name: '',
    valueReference: 0,
    type,
    causality: 'local',
    variability: type.startsWith('Float') ? 'continuous' : 'discrete',
    dimensions: [],
  };
  document.fill(variable, e, tables.variable3, ['name', 'valueReference']);
  if (/arameter$/.test(variable.causality) && attribute(e, 'variability') === undefined)
    variable.variability = 'fixed';
  checkBounds(document, variable, e);
  const bytes = type === 'String' || type === 'Binary';
  const start = attribute(e, 'start');
  if (!bytes && start !== undefined)
    variable.start = startOf(document, type, document.splitList(e, 'start', start), e);
  if (e.children.length > 0) readChildren(document, variable, e);
  if (!bytes && variable.dimensions.length === 0) requireSingleStart(document, variable, e);
  return variable;
}

/**
 * Reads start values in the text of an attribute. Returns undefined with a note if they do not
 * match their type.
 */
function startOf(document: Document, type: FmiType, words: string[], e: XmlElement): string[] | undefined {
  if (!words.every((word) => isValue(type, word)))
    document.refuseAttribute(e, 'start', `values of the type ${type}`);
  if (words.every((word) => isInRange(type, word))) return words;
  return reportIgnoredStart(document, e, `of ${type}`, 'which is outside of the range of its type');
}

/** A scalar has one start value. */
function requireSingleStart(document: Document, variable: Variable, e: XmlElement): void {
  const { start, type } = variable;
  if (start === undefined || start.length === 1) return;
  reportIgnoredStart(document, e, `of ${type}`, `which has ${start.length} values instead of 1`);
  delete variable.start;
}

function readChildren(document: Document, variable: Variable, e: XmlElement): void {
  const references: (number | null)[] = [];
  const aliases: Alias[] = [];
  const start: string[] = [];
  for (const child of e.children) {
    if (child.name === 'Dimension') references.push(readDimension(document, variable, child));
    else if (child.name === 'Alias') aliases.push(document.fill({ name: '' }, child, tables.alias, ['name']));
    else if (child.name === 'Start') start.push(readStart(document, variable.type, child));
  }
  if (references.some((reference) => reference !== null)) variable.dimensionReferences = references;
  if (aliases.length > 0) variable.aliases = aliases;
  if (start.length > 0) variable.start = start;
  const { energy, annotations } = takeEnergy(annotationsOf(document, e));
  if (energy !== undefined) variable.energy = energy;
  if (annotations !== undefined) variable.annotations = annotations;
}

/**
 * Appends the dimension's size. If a variable holds it, appends 1 and returns its value reference.
 */
function readDimension(document: Document, variable: Variable, e: XmlElement): number | null {
  const { start, valueReference } = document.fill<{ start?: number; valueReference?: number }>(
    {},
    e,
    tables.dimension,
  );
  if ((start === undefined) === (valueReference === undefined))
    document.refuse(e, `a dimension of ${variable.name} needs either start or valueReference`);
  if (start === 0) document.refuseAttribute(e, 'start', 'a size that is not 0');
  variable.dimensions.push(start ?? 1);
  return valueReference ?? null;
}

function readStart(document: Document, type: FmiType, e: XmlElement): string {
  const value = attribute(e, 'value') ?? '';
  if (type === 'String') return value;
  if (!isValue(type, value.trim())) document.refuseAttribute(e, 'value', `a value of the type ${type}`);
  return value.trim();
}

export function variableTag3(v: Variable): Tag {
  const bytes = v.type === 'String' || v.type === 'Binary';
  const attributes = attributesOf(v, tables.variable3);
  if (!bytes && v.start !== undefined) attributes.start = v.start.join(' ');
  return tag(v.type, attributes, [
    annotationsTag(withEnergy(v.annotations, v.energy)),
    ...v.dimensions.map((size, i) => {
      const valueReference = v.dimensionReferences?.[i] ?? undefined;
      return tag('Dimension', valueReference === undefined ? { start: size } : { valueReference });
    }),
    ...(bytes ? (v.start ?? []) : []).map((value) => tag('Start', { value })),
    ...(v.aliases ?? []).map((alias) => tag('Alias', attributesOf(alias, tables.alias))),
  ]);
}
