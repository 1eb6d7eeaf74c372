import { attribute, childNamed, type XmlElement } from '../../util/xml/parse-xml.ts';
import { type Tag, tag } from '../../util/xml/write-xml.ts';
import { annotationsIn, toolAnnotationsTag } from '../annotations/annotations.ts';
import { takeEnergy, withEnergy } from '../annotations/energy-annotation.ts';
import type { Variable } from '../description.ts';
import { attributesOf } from '../tables/attribute-fields.ts';
import type { Document } from '../tables/document-lists.ts';
import * as tables from '../tables/element-tables.ts';
import { type Fmi2Type, fmi2Type, fmi2Types } from './fmi2-types.ts';
import { readScalarStart } from './scalar-start.ts';
import { checkBounds } from './type-definitions.ts';

/** Reads a variable of FMI 2.0. Its `derivative` remains an index, see `resolveDerivatives2`. */
export function readVariable2(document: Document, e: XmlElement): Variable {
  if (e.name !== 'ScalarVariable') document.refuse(e, `<${e.name}> is not a variable of FMI 2.0`);
  const inner =
    e.children.find((child) => Object.hasOwn(fmi2Types, child.name)) ??
    document.refuse(e, `variable ${attribute(e, 'name') ?? ''} lacks a type of FMI 2.0`);
  const type = fmi2Types[inner.name as Fmi2Type];
  const variable: Variable = {
    name: '',
    valueReference: 0,
    type,
    causality: 'local',
    variability: type === 'Float64' ? 'continuous' : 'discrete',
    dimensions: [],
  };
  document.fill(variable, e, tables.variable2, ['name', 'valueReference']);
  if (/arameter$/.test(variable.causality) && attribute(e, 'variability') === undefined)
    variable.variability = 'fixed';
  document.fill(variable, inner, tables.value2);
  checkBounds(document, variable, inner);
  readScalarStart(document, variable, inner);
  const annotationList = annotationsIn(document, childNamed(e, 'Annotations'), 'name');
  if (annotationList !== undefined) {
    const { energy, annotations } = takeEnergy(annotationList);
    if (energy !== undefined) variable.energy = energy;
    if (annotations !== undefined) variable.annotations = annotations;
  }
  return variable;
}

/**
 * Replaces indexes of states, from 1, by their value references. Calls `refuse` with the index of a
 * wrong variable.
 */
export function resolveDerivatives2(
  variables: readonly Variable[],
  refuse: (variable: number, what: string) => never,
): void {
  variables.forEach((v, i) => {
    if (v.derivative === undefined) return;
    const state = variables[v.derivative - 1];
    if (state?.type === 'Float64') v.derivative = state.valueReference;
    else refuse(i, `derivative of ${v.name} is ${v.derivative}, expected the index of a Real variable`);
  });
}

/** `derivative` is the index, from 1, of the variable whose derivative this is. */
export function variableTag2(v: Variable, derivative: number | undefined): Tag {
  const type = fmi2Type(v.type) ?? 'Real';
  return tag('ScalarVariable', attributesOf(v, tables.variable2), [
    tag(type, { ...attributesOf({ ...v, derivative }, tables.value2), start: v.start?.[0] }),
    toolAnnotationsTag('Annotations', withEnergy(v.annotations, v.energy)),
  ]);
}
