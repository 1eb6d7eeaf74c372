import type { FmiMajor } from '../standard/fmi-version.ts';
import { UserError } from '../util/user-error.ts';
import { attribute, childNamed, childrenNamed, type XmlElement } from '../util/xml/parse-xml.ts';
import { annotated, annotationsIn } from './annotations/annotations.ts';
import type { DefaultExperiment, LogCategory, ModelDescription, Variable } from './description.ts';
import { VariableReader1 } from './fmi1/fmi1-variables.ts';
import { read1 } from './fmi1/read-fmi1.ts';
import { readStructure2, readStructure3 } from './model-structure.ts';
import { Document } from './tables/document-lists.ts';
import * as tables from './tables/element-tables.ts';
import { readInterfaces2, readInterfaces3 } from './tables/interface-elements.ts';
import { readUnits } from './unit-definitions.ts';
import { readVariable2, resolveDerivatives2 } from './variables/fmi2-variables.ts';
import { readVariable3 } from './variables/fmi3-variables.ts';
import { resolveVariables } from './variables/resolve-variables.ts';
import { readTypes2, readTypes3 } from './variables/type-definitions.ts';

export { readTerminals } from './terminals/terminals-and-icons.ts';

/**
 * Reads `modelDescription.xml` of FMI 1.0, 2.0 and 3.0 from its bytes or text. Throws a UserError
 * with file, line and column for a defect.
 *
 * @param file names the document in errors
 * @param note receives harmless faults, as words that complete “the file …”. Without it they are
 * errors.
 *
 * @example
 * const { modelName, variables } = readModelDescription(xml, 'modelDescription.xml');
 * for (const { name, causality } of variables) console.log(modelName, name, causality);
 */
export function readModelDescription(
  xml: string | Uint8Array,
  file: string,
  note?: (words: string) => void,
): ModelDescription {
  if (typeof xml !== 'string' && !(xml instanceof Uint8Array))
    throw new UserError(
      `read ${file ?? 'modelDescription.xml'}: expected text or bytes, got another value. Give the content of the file, not its name.`,
    );
  const variables: Variable[] = [];
  const reader1 = new VariableReader1(variables);
  const consume = (e: XmlElement, reading: Document): boolean => {
    const root = e.parent?.parent;
    if (root === undefined || root.parent !== undefined || e.parent?.name !== 'ModelVariables') return false;
    const version = versionOf(reading, root);
    if (version === 1) reader1.add(e, reading);
    else variables.push(version === 2 ? readVariable2(reading, e) : readVariable3(reading, e));
    return true;
  };
  const document = new Document(xml, file, 'fmiModelDescription', consume, note);
  // The elements of variables were released. An error restores them.
  const refuse = (variable: number, what: string): never => {
    const { root } = new Document(xml, file, 'fmiModelDescription', undefined, note && (() => {}));
    return document.refuse(childNamed(root, 'ModelVariables')?.children[variable] ?? root, what);
  };
  const version = versionOf(document, document.root);
  if (version === 2) resolveDerivatives2(variables, refuse);
  const d =
    version === 1
      ? read1(document, empty(), reader1)
      : version === 2
        ? read2(document, variables)
        : read3(document, variables);
  resolveVariables(d, refuse);
  return d;
}

function versionOf(document: Document, root: XmlElement): FmiMajor {
  const version = attribute(root, 'fmiVersion') ?? document.refuseAttribute(root, 'fmiVersion', 'add it');
  if (/^1\.\d/.test(version)) return 1;
  if (/^2\.\d/.test(version)) return 2;
  if (/^3\.\d/.test(version)) return 3;
  return document.refuseAttribute(root, 'fmiVersion', '1.0, 2.0 or 3.0');
}

function read3(document: Document, variables: Variable[]): ModelDescription {
  const { root } = document;
  const d: ModelDescription = {
    ...empty(),
    ...readInterfaces3(document),
    types: readTypes3(document, childNamed(root, 'TypeDefinitions')),
    variables,
    ...readStructure3(document, variables),
  };
  readCommon(document, d);
  return annotated(document.fill(d, root, tables.head3, ['modelName', 'instantiationToken']), document, root);
}

function read2(document: Document, variables: Variable[]): ModelDescription {
  const { root } = document;
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
  unitsOfMeasure: [],
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
  d.unitsOfMeasure = readUnits(document, childNamed(root, 'UnitDefinitions'));
  d.logCategories = childrenNamed(childNamed(root, 'LogCategories'), 'Category').map((e) => {
    const category: LogCategory = document.fill({ name: '' }, e, tables.named, ['name']);
    return annotated(category, document, e);
  });
  const experiment = childNamed(root, 'DefaultExperiment');
  if (experiment === undefined) return;
  const fields: DefaultExperiment = document.fill({}, experiment, tables.experiment);
  d.defaultExperiment = annotated(fields, document, experiment);
}
