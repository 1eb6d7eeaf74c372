import { attribute, childNamed, childrenNamed, type XmlElement } from '../xml/parse.ts';
import { type Tag, tag } from '../xml/write.ts';
import { annotationsIn, toolAnnotationsTag } from './annotations.ts';
import type { Variable } from './description.ts';
import type { Document } from './document.ts';
import { takeEnergy, withEnergy } from './energy.ts';
import { attributesOf } from './fields.ts';
import { type Fmi2Type, fmi2Type, fmi2Types } from './fmi2-types.ts';
import * as tables from './tables.ts';
import { checkBounds } from './types.ts';
import { isValue } from './value-text.ts';

/** `<ModelVariables>` of FMI 2.0. */
export function readVariables2(document: Document): Variable[] {
  const elements = childrenNamed(childNamed(document.root, 'ModelVariables'), 'ScalarVariable');
  const inner = elements.map((e) => {
    const value = e.children.find((child) => Object.hasOwn(fmi2Types, child.name));
    return value ?? document.refuse(e, `variable ${attribute(e, 'name') ?? ''} has no type of FMI 2.0`);
  });
  const variables = elements.map((e, i) => readVariable(document, e, inner[i]));
  inner.forEach((e, i) => {
    const index = document.fill<{ derivative?: number }>({}, e, tables.derivative2).derivative;
    if (index === undefined) return;
    const state = variables[index - 1];
    if (state?.type !== 'Float64') document.refuseAttribute(e, 'derivative', 'the index of a Real variable');
    variables[i].derivative = state.valueReference;
  });
  return variables;
}

function readVariable(document: Document, e: XmlElement, inner: XmlElement): Variable {
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
  if (attribute(e, 'variability') === undefined && /arameter$/.test(variable.causality))
    variable.variability = 'fixed';
  document.fill(variable, inner, tables.value2);
  checkBounds(document, variable, inner);
  const start = attribute(inner, 'start');
  if (start !== undefined) {
    const value = type === 'String' ? start : start.trim();
    if (!isValue(type, value)) document.refuseAttribute(inner, 'start', `a value of the type ${inner.name}`);
    variable.start = [value];
  }
  const found = annotationsIn(document, childNamed(e, 'Annotations'), 'name');
  if (found !== undefined) {
    const { energy, annotations } = takeEnergy(found);
    if (energy !== undefined) variable.energy = energy;
    if (annotations !== undefined) variable.annotations = annotations;
  }
  return variable;
}

/** `derivative` is the index, from 1, of the variable whose derivative this is. */
export function variableTag2(v: Variable, derivative: number | undefined): Tag {
  const type = fmi2Type(v.type) ?? 'Real';
  return tag('ScalarVariable', attributesOf(v, tables.variable2), [
    tag(type, { ...attributesOf(v, tables.value2), start: v.start?.[0], derivative }),
    toolAnnotationsTag('Annotations', withEnergy(v.annotations, v.energy)),
  ]);
}
