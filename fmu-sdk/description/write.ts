import { create } from 'xmlbuilder2';
import type {
  BaseUnit,
  CoSimulation,
  DefaultExperiment,
  ModelDescription,
  Terminal,
  Variable,
} from './description.ts';

export type Attributes = Record<string, string | number | boolean | undefined>;
type XmlNode = ReturnType<ReturnType<typeof create>['ele']>;

const version = { version: '1.0', encoding: 'UTF-8' };

/** `modelDescription.xml` of FMI 3.0 (schema fmi3ModelDescription.xsd). */
export function writeModelDescription(d: ModelDescription): string {
  const root = create(version).ele('fmiModelDescription', {
    ...defined({
      fmiVersion: d.fmiVersion,
      modelName: d.modelName,
      instantiationToken: d.instantiationToken,
      description: d.description,
      author: d.author,
      version: d.version,
      copyright: d.copyright,
      license: d.license,
      generationTool: d.generationTool,
    }),
  });
  if (d.coSimulation !== undefined) root.ele('CoSimulation', flags(d.coSimulation));
  if (d.units.length > 0) {
    const units = root.ele('UnitDefinitions');
    for (const unit of d.units) {
      const node = units.ele('Unit', { name: unit.name });
      if (unit.base !== undefined) node.ele('BaseUnit', baseUnit(unit.base));
    }
  }
  if (d.types.length > 0) {
    const types = root.ele('TypeDefinitions');
    for (const type of d.types) {
      const node = types.ele('EnumerationType', defined({ name: type.name, description: type.description }));
      for (const { name, value, description } of type.items ?? [])
        node.ele('Item', defined({ name, value, description }));
    }
  }
  const categories = root.ele('LogCategories');
  for (const { name, description } of d.logCategories)
    categories.ele('Category', defined({ name, description }));
  if (d.defaultExperiment !== undefined) root.ele('DefaultExperiment', experiment(d.defaultExperiment));
  const variables = root.ele('ModelVariables');
  for (const variable of d.variables) writeVariable(variables, variable);
  const structure = root.ele('ModelStructure');
  for (const [name, unknowns] of [
    ['Output', d.outputs],
    ['InitialUnknown', d.initialUnknowns],
  ] as const) {
    for (const unknown of unknowns)
      structure.ele(
        name,
        defined({
          valueReference: d.variables[unknown.variable].valueReference,
          dependencies: unknown.dependencies?.map((i) => d.variables[i].valueReference).join(' '),
        }),
      );
  }
  return root.end({ prettyPrint: true });
}

/** `terminalsAndIcons.xml` of FMI 3.0. */
export function writeTerminals(terminals: readonly Terminal[]): string {
  const root = create(version).ele('fmiTerminalsAndIcons', { fmiVersion: '3.0' });
  const list = root.ele('Terminals');
  for (const { members, name, matchingRule, terminalKind, description } of terminals) {
    const node = list.ele('Terminal', defined({ name, matchingRule, terminalKind, description }));
    for (const { memberName, variableName, variableKind } of members)
      node.ele('TerminalMemberVariable', defined({ memberName, variableName, variableKind }));
  }
  return root.end({ prettyPrint: true });
}

/** Manifest of a layered standard (FMI 3.0, 2.6). */
export function writeLayeredStandard(name: string, release: string, description: string): string {
  return create(version)
    .ele('fmiLayeredStandardManifest', {
      'xmlns:fmi-ls': 'http://fmi-standard.org/fmi-ls-manifest',
      'fmi-ls:fmi-ls-name': name,
      'fmi-ls:fmi-ls-version': release,
      'fmi-ls:fmi-ls-description': description,
    })
    .end({ prettyPrint: true });
}

/** Annotation that carries an energy's part in the system balance. */
export const energyAnnotation = 'org.fmukit.energy';

function writeVariable(parent: XmlNode, v: Variable): void {
  const bytes = v.type === 'String' || v.type === 'Binary';
  const node = parent.ele(
    v.type,
    defined({
      name: v.name,
      valueReference: v.valueReference,
      description: v.description,
      causality: v.causality,
      variability: v.variability,
      initial: v.initial,
      declaredType: v.declaredType,
      quantity: v.quantity,
      unit: v.unit,
      displayUnit: v.displayUnit,
      min: v.min,
      max: v.max,
      nominal: v.nominal,
      maxSize: v.type === 'Binary' ? v.maxSize : undefined,
      intervalVariability: v.intervalVariability,
      intervalDecimal: v.intervalDecimal,
      start: bytes || v.start === undefined ? undefined : v.start.join(' '),
    }),
  );
  if (v.energy !== undefined)
    // An element, because readers exist that take no text here.
    node.ele('Annotations').ele('Annotation', { type: energyAnnotation }).ele('Energy', { kind: v.energy });
  for (const size of v.dimensions) node.ele('Dimension', { start: size });
  if (bytes) for (const value of v.start ?? []) node.ele('Start', { value });
}

function flags(cs: CoSimulation): Record<string, string> {
  const { sourceFiles, otherAttributes, annotations, ...own } = cs;
  return defined(own);
}

export function experiment({
  startTime,
  stopTime,
  stepSize,
  tolerance,
}: DefaultExperiment): Record<string, string> {
  return defined({ startTime, stopTime, stepSize, tolerance });
}

export function baseUnit(base: BaseUnit): Record<string, string> {
  const { factor, offset, ...exponents } = base;
  const parts: Attributes = {};
  for (const [axis, exponent] of Object.entries(exponents)) if (exponent !== 0) parts[axis] = exponent;
  if (factor !== 1) parts.factor = factor;
  if (offset !== 0) parts.offset = offset;
  return defined(parts);
}

export function defined(attributes: Attributes): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) kept[key] = String(value);
  return kept;
}
