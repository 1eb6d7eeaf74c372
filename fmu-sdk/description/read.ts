import { create } from 'xmlbuilder2';
import { UserError } from '../error.ts';
import {
  type BaseUnit,
  type Causality,
  type CoSimulation,
  causalities,
  energyKinds,
  type FmiType,
  fmiTypes,
  type ModelDescription,
  type Terminal,
  type TypeDefinition,
  type UnitDefinition,
  type Unknown,
  type Variability,
  type Variable,
} from './description.ts';
import { energyAnnotation } from './write.ts';

/** What is used of a DOM element. */
interface Element {
  nodeType: number;
  nodeName: string;
  textContent: string | null;
  childNodes: Iterable<Element>;
  getAttribute(name: string): string | null;
}

/** Reads `modelDescription.xml` of FMI 3.0. `file` names the document in errors. */
export function readModelDescription(xml: string, file: string): ModelDescription {
  const root = parse(xml, file, 'fmiModelDescription');
  const need = (name: string): string => {
    const value = root.getAttribute(name);
    if (value === null)
      throw new UserError(`read ${file}: <fmiModelDescription> has no attribute ${name}. Add it.`);
    return value;
  };
  const fmiVersion = need('fmiVersion');
  if (!/^3\.\d+/.test(fmiVersion))
    throw new UserError(
      `read ${file}: fmiVersion is "${fmiVersion}", and FMI 3.0 can be read here. Export the unit as FMI 3.0.`,
    );
  const optional = (name: string): string | undefined => root.getAttribute(name) ?? undefined;
  const structure = child(root, 'ModelStructure');
  const experiment = child(root, 'DefaultExperiment');
  const cs = child(root, 'CoSimulation');
  const variables = children(child(root, 'ModelVariables')).map((e) => readVariable(e, file));
  refuseDuplicates(variables, file);
  const index = new Map(variables.map((v, i) => [v.valueReference, i]));
  return {
    fmiVersion,
    modelName: need('modelName'),
    instantiationToken: need('instantiationToken'),
    description: optional('description'),
    author: optional('author'),
    version: optional('version'),
    copyright: optional('copyright'),
    license: optional('license'),
    generationTool: optional('generationTool'),
    coSimulation: cs === undefined ? undefined : readCoSimulation(cs),
    units: children(child(root, 'UnitDefinitions')).map(readUnit),
    types: children(child(root, 'TypeDefinitions'))
      .filter((e) => e.nodeName === 'EnumerationType')
      .map(readEnumeration),
    logCategories: children(child(root, 'LogCategories')).map((e) => ({
      name: e.getAttribute('name') ?? '',
      description: e.getAttribute('description') ?? undefined,
    })),
    defaultExperiment:
      experiment === undefined
        ? undefined
        : {
            startTime: number(experiment, 'startTime'),
            stopTime: number(experiment, 'stopTime'),
            stepSize: number(experiment, 'stepSize'),
            tolerance: number(experiment, 'tolerance'),
          },
    variables,
    outputs: unknowns(structure, 'Output', index),
    continuousStateDerivatives: unknowns(structure, 'ContinuousStateDerivative', index),
    clockedStates: unknowns(structure, 'ClockedState', index),
    initialUnknowns: unknowns(structure, 'InitialUnknown', index),
    eventIndicators: unknowns(structure, 'EventIndicator', index),
    terminals: [],
  };
}

/** Reads `terminalsAndIcons.xml`. */
export function readTerminals(xml: string, file: string): Terminal[] {
  const root = parse(xml, file, 'fmiTerminalsAndIcons');
  return children(child(root, 'Terminals')).map((e) => ({
    name: e.getAttribute('name') ?? '',
    matchingRule: e.getAttribute('matchingRule') ?? 'plug',
    terminalKind: e.getAttribute('terminalKind') ?? undefined,
    description: e.getAttribute('description') ?? undefined,
    members: children(e)
      .filter((m) => m.nodeName === 'TerminalMemberVariable')
      .map((m) => ({
        memberName: m.getAttribute('memberName') ?? '',
        variableName: m.getAttribute('variableName') ?? '',
        variableKind: m.getAttribute('variableKind') ?? 'signal',
      })),
  }));
}

function parse(xml: string, file: string, rootName: string): Element {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml))
    throw new UserError(`read ${file}: the document has a DTD or entities, which are refused. Remove them.`);
  let root: Element;
  try {
    root = create(xml).root().node as unknown as Element;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new UserError(`read ${file}: not well-formed XML: ${reason}. Export the unit again.`);
  }
  if (root.nodeName !== rootName)
    throw new UserError(`read ${file}: the root element is <${root.nodeName}>, expected <${rootName}>.`);
  return root;
}

function children(element: Element | undefined): Element[] {
  return element === undefined ? [] : [...element.childNodes].filter((node) => node.nodeType === 1);
}

function child(element: Element, name: string): Element | undefined {
  return children(element).find((node) => node.nodeName === name);
}

function number(element: Element, name: string): number | undefined {
  const text = element.getAttribute(name);
  return text === null ? undefined : Number(text);
}

function boolean(element: Element, name: string): boolean {
  const text = element.getAttribute(name);
  return text === 'true' || text === '1';
}

function readCoSimulation(e: Element): CoSimulation {
  const yes = (name: string): boolean => boolean(e, name);
  return {
    modelIdentifier: e.getAttribute('modelIdentifier') ?? '',
    needsExecutionTool: yes('needsExecutionTool'),
    canBeInstantiatedOnlyOncePerProcess: yes('canBeInstantiatedOnlyOncePerProcess'),
    providesPerElementDependencies: yes('providesPerElementDependencies'),
    maxOutputDerivativeOrder: number(e, 'maxOutputDerivativeOrder') ?? 0,
    recommendedIntermediateInputSmoothness: number(e, 'recommendedIntermediateInputSmoothness') ?? 0,
    providesEvaluateDiscreteStates: yes('providesEvaluateDiscreteStates'),
    canHandleVariableCommunicationStepSize: yes('canHandleVariableCommunicationStepSize'),
    canGetAndSetFMUState: yes('canGetAndSetFMUState'),
    canSerializeFMUState: yes('canSerializeFMUState'),
    providesDirectionalDerivatives: yes('providesDirectionalDerivatives'),
    providesAdjointDerivatives: yes('providesAdjointDerivatives'),
    providesIntermediateUpdate: yes('providesIntermediateUpdate'),
    mightReturnEarlyFromDoStep: yes('mightReturnEarlyFromDoStep'),
    canReturnEarlyAfterIntermediateUpdate: yes('canReturnEarlyAfterIntermediateUpdate'),
    hasEventMode: yes('hasEventMode'),
  };
}

function readUnit(e: Element): UnitDefinition {
  const name = e.getAttribute('name') ?? '';
  const node = child(e, 'BaseUnit');
  if (node === undefined) return { name };
  const part = (axis: string, otherwise: number): number => number(node, axis) ?? otherwise;
  const base: BaseUnit = {
    kg: part('kg', 0),
    m: part('m', 0),
    s: part('s', 0),
    A: part('A', 0),
    K: part('K', 0),
    mol: part('mol', 0),
    cd: part('cd', 0),
    rad: part('rad', 0),
    factor: part('factor', 1),
    offset: part('offset', 0),
  };
  return { name, base };
}

function readEnumeration(e: Element): TypeDefinition {
  return {
    type: 'Enumeration',
    name: e.getAttribute('name') ?? '',
    description: e.getAttribute('description') ?? undefined,
    items: children(e)
      .filter((item) => item.nodeName === 'Item')
      .map((item) => ({
        name: item.getAttribute('name') ?? '',
        value: Number(item.getAttribute('value')),
        description: item.getAttribute('description') ?? undefined,
      })),
  };
}

function readVariable(e: Element, file: string): Variable {
  const type = e.nodeName as FmiType;
  const name = e.getAttribute('name') ?? '';
  if (!fmiTypes.includes(type))
    throw new UserError(`read ${file}: <${e.nodeName} name="${name}"> is no variable type of FMI 3.0.`);
  const causality = (e.getAttribute('causality') ?? 'local') as Causality;
  if (!causalities.includes(causality))
    throw new UserError(
      `read ${file}: variable ${name} has the causality "${causality}", unknown to FMI 3.0.`,
    );
  const valueReference = Number(e.getAttribute('valueReference') ?? Number.NaN);
  if (!Number.isInteger(valueReference))
    throw new UserError(`read ${file}: variable ${name} has no whole valueReference.`);
  const optional = (attribute: string): string | undefined => e.getAttribute(attribute) ?? undefined;
  const starts = children(e).filter((c) => c.nodeName === 'Start');
  const annotations = children(child(e, 'Annotations'));
  const annotation = annotations.find((a) => a.getAttribute('type') === energyAnnotation);
  const energy = annotation && child(annotation, 'Energy')?.getAttribute('kind');
  const byDefault = type.startsWith('Float') ? 'continuous' : 'discrete';
  return {
    name,
    valueReference,
    type,
    causality,
    variability: (optional('variability') ??
      (/Parameter$|^parameter$/.test(causality) ? 'fixed' : byDefault)) as Variability,
    initial: optional('initial') as Variable['initial'],
    description: optional('description'),
    start:
      starts.length > 0
        ? starts.map((s) => s.getAttribute('value') ?? '')
        : optional('start')?.trim().split(/\s+/),
    unit: optional('unit'),
    displayUnit: optional('displayUnit'),
    quantity: optional('quantity'),
    declaredType: optional('declaredType'),
    min: optional('min'),
    max: optional('max'),
    nominal: optional('nominal'),
    dimensions: children(e)
      .filter((c) => c.nodeName === 'Dimension')
      .map((c) => Number(c.getAttribute('start') ?? 1)),
    maxSize: number(e, 'maxSize'),
    energy: energyKinds.find((kind) => kind === energy),
    intervalVariability: optional('intervalVariability') as Variable['intervalVariability'],
    intervalDecimal: number(e, 'intervalDecimal'),
  };
}

function unknowns(structure: Element | undefined, name: string, index: Map<number, number>): Unknown[] {
  return children(structure)
    .filter((e) => e.nodeName === name)
    .map((e) => ({
      variable: index.get(Number(e.getAttribute('valueReference'))) ?? 0,
      dependencies: e
        .getAttribute('dependencies')
        ?.split(/\s+/)
        .filter(Boolean)
        .map((vr) => index.get(Number(vr)) ?? 0),
    }));
}

function refuseDuplicates(variables: readonly Variable[], file: string): void {
  const names = new Set<string>();
  const references = new Set<number>();
  for (const v of variables) {
    if (names.has(v.name)) throw new UserError(`read ${file}: two variables are named "${v.name}".`);
    if (references.has(v.valueReference))
      throw new UserError(`read ${file}: two variables have the value reference ${v.valueReference}.`);
    names.add(v.name);
    references.add(v.valueReference);
  }
}
