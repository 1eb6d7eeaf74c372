import { attribute, childNamed, childrenNamed } from '../xml/parse.ts';
import { annotated, annotationsIn } from './annotations.ts';
import type { DefaultExperiment, LogCategory, ModelDescription } from './description.ts';
import { Document } from './document.ts';
import { readInterfaces2, readInterfaces3 } from './interfaces.ts';
import { readStructure2, readStructure3 } from './model-structure.ts';
import { resolveVariables } from './resolve.ts';
import * as tables from './tables.ts';
import { readTypes2, readTypes3 } from './types.ts';
import { readUnits } from './units.ts';
import { readVariables2 } from './variables2.ts';
import { readVariables3 } from './variables3.ts';

export { readTerminals } from './terminals.ts';

/**
 * Reads `modelDescription.xml` of FMI 2.0 and FMI 3.0; what its defects are is said with file, line and column.
 * `file` names the document in errors.
 */
export function readModelDescription(xml: string, file: string): ModelDescription {
  const document = new Document(xml, file, 'fmiModelDescription');
  const { root } = document;
  const fmiVersion = attribute(root, 'fmiVersion') ?? document.refuseAttribute(root, 'fmiVersion', 'add it');
  if (!/^[23]\.\d+/.test(fmiVersion))
    document.refuseAttribute(root, 'fmiVersion', '2.0 or 3.0, which can be read here');
  const d = fmiVersion.startsWith('2') ? read2(document) : read3(document);
  resolveVariables(d, (i, what) => {
    const elements = childNamed(root, 'ModelVariables')?.children ?? [];
    return document.refuse(elements[i] ?? root, what);
  });
  return d;
}

function read3(document: Document): ModelDescription {
  const { root } = document;
  const variables = readVariables3(document);
  const d: ModelDescription = {
    ...empty(),
    ...readInterfaces3(document),
    types: readTypes3(document, childNamed(root, 'TypeDefinitions')),
    variables,
    ...readStructure3(document, variables),
  };
  readCommon(document, d);
  document.fill(d, root, tables.head3, ['modelName', 'instantiationToken']);
  return annotated(d, document, root);
}

function read2(document: Document): ModelDescription {
  const { root } = document;
  const variables = readVariables2(document);
  const d: ModelDescription = {
    ...empty(),
    ...readInterfaces2(document),
    types: readTypes2(document, childNamed(root, 'TypeDefinitions')),
    variables,
    ...readStructure2(document, variables),
  };
  readCommon(document, d);
  document.fill(d, root, tables.head2, ['modelName', 'guid']);
  const annotations = annotationsIn(document, childNamed(root, 'VendorAnnotations'), 'name');
  return annotations === undefined ? d : { ...d, annotations };
}

const empty = (): ModelDescription => ({
  fmiVersion: '',
  modelName: '',
  instantiationToken: '',
  units: [],
  types: [],
  logCategories: [],
  variables: [],
  outputs: [],
  continuousStateDerivatives: [],
  clockedStates: [],
  initialUnknowns: [],
  eventIndicators: [],
  terminals: [],
});

function readCommon(document: Document, d: ModelDescription): void {
  const { root } = document;
  d.units = readUnits(document, childNamed(root, 'UnitDefinitions'));
  d.logCategories = childrenNamed(childNamed(root, 'LogCategories'), 'Category').map((e) => {
    const category: LogCategory = document.fill({ name: '' }, e, tables.named, ['name']);
    return annotated(category, document, e);
  });
  const experiment = childNamed(root, 'DefaultExperiment');
  if (experiment === undefined) return;
  const fields: DefaultExperiment = document.fill({}, experiment, tables.experiment);
  d.defaultExperiment = annotated(fields, document, experiment);
}
