import { attribute, childNamed, childrenNamed, type XmlElement } from '../../util/xml/parse-xml.ts';
import { annotationsIn } from '../annotations/annotations.ts';
import type {
  DisplayUnit,
  EnumerationItem,
  ModelDescription,
  TypeDefinition,
  UnitOfMeasure,
} from '../description.ts';
import type { Document } from '../tables/document-lists.ts';
import * as tables from '../tables/element-tables.ts';
import { coSimulation, modelExchange2 } from '../tables/interface-elements.ts';
import { type Fmi2Type, fmi2Types } from '../variables/fmi2-types.ts';
import { checkBounds } from '../variables/type-definitions.ts';
import { resolveNegated, type VariableReader1 } from './fmi1-variables.ts';

/**
 * Reads a model description of FMI 1.0 (schema fmiModelDescription.xsd) into `empty`. With
 * `<Implementation>` the FMU is for co-simulation, without it for model exchange.
 */
export function read1(
  document: Document,
  empty: ModelDescription,
  reader: VariableReader1,
): ModelDescription {
  const { root } = document;
  const d: ModelDescription = {
    ...empty,
    ...readInterface1(document),
    unitsOfMeasure: readUnits1(document, childNamed(root, 'UnitDefinitions')),
    types: readTypes1(document, childNamed(root, 'TypeDefinitions')),
    variables: reader.variables,
    outputs: reader.outputs(document),
  };
  document.fill(d, root, tables.head1, ['modelName', 'guid']);
  for (const name of ['numberOfContinuousStates', 'numberOfEventIndicators'] as const)
    if (d.modelExchange !== undefined && d[name] === undefined)
      document.refuseAttribute(root, name, 'add it');
  resolveNegated(reader.variables);
  const experiment = childNamed(root, 'DefaultExperiment');
  if (experiment !== undefined) d.defaultExperiment = document.fill({}, experiment, tables.experiment);
  const annotations = annotationsIn(document, childNamed(root, 'VendorAnnotations'), 'name');
  return annotations === undefined ? d : { ...d, annotations };
}

function readInterface1(document: Document): Pick<ModelDescription, 'modelExchange' | 'coSimulation'> {
  const { root } = document;
  const modelIdentifier = attribute(root, 'modelIdentifier') ?? '';
  // It is the start of the names of the functions.
  if (!/^[A-Za-z_]\w*$/.test(modelIdentifier))
    document.refuseAttribute(root, 'modelIdentifier', 'an identifier of C');
  const implementation = childNamed(root, 'Implementation');
  if (implementation === undefined) return { modelExchange: { ...modelExchange2, modelIdentifier } };
  const tool = childNamed(implementation, 'CoSimulation_Tool');
  const kind =
    tool ??
    childNamed(implementation, 'CoSimulation_StandAlone') ??
    document.refuse(
      implementation,
      '<Implementation> lacks <CoSimulation_StandAlone> or <CoSimulation_Tool>',
    );
  const needsExecutionTool = tool !== undefined;
  const cs = { ...coSimulation, modelIdentifier, needsExecutionTool };
  const capabilities = childNamed(kind, 'Capabilities');
  if (capabilities !== undefined) document.fill(cs, capabilities, tables.capabilities1);
  return { coSimulation: cs };
}

/** `<UnitDefinitions>` of FMI 1.0, which does not express units of measure in SI units. */
function readUnits1(document: Document, list: XmlElement | undefined): UnitOfMeasure[] {
  return childrenNamed(list, 'BaseUnit').map((e) => {
    const unit: UnitOfMeasure = document.fill({ name: '' }, e, tables.unit1, ['unit']);
    const displayUnits = childrenNamed(e, 'DisplayUnitDefinition').map((d): DisplayUnit => {
      const { name, gain, offset } = document.fill({ name: '', gain: 1, offset: 0 }, d, tables.displayUnit1, [
        'displayUnit',
      ]);
      if (gain === 0) document.refuseAttribute(d, 'gain', 'a number that is not 0');
      return { name, factor: 1 / gain, offset: offset === 0 ? 0 : -offset / gain, inverse: false };
    });
    if (displayUnits.length > 0) unit.displayUnits = displayUnits;
    return unit;
  });
}

/** `<TypeDefinitions>` of FMI 1.0, where the items of an enumeration are numbered from 1. */
function readTypes1(document: Document, list: XmlElement | undefined): TypeDefinition[] {
  return childrenNamed(list, 'Type').map((e) => {
    const typeOf = (child: XmlElement): string => child.name.replace(/Type$/, '');
    const inner =
      e.children.find((child) => Object.hasOwn(fmi2Types, typeOf(child))) ??
      document.refuse(e, '<Type> lacks a type');
    const definition: TypeDefinition = { type: fmi2Types[typeOf(inner) as Fmi2Type], name: '' };
    document.fill(definition, e, tables.named, ['name']);
    document.fill(definition, inner, tables.type2);
    checkBounds(document, definition, inner);
    if (definition.type === 'Enumeration')
      definition.items = childrenNamed(inner, 'Item').map((item, i) => {
        const empty: EnumerationItem = { name: '', value: i + 1 };
        return document.fill(empty, item, tables.named, ['name']);
      });
    return definition;
  });
}
