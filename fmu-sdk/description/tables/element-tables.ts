import type {
  BuildConfiguration,
  Library,
  PreprocessorDefinition,
  SourceFileSet,
} from '../build-configuration.ts';
import {
  type Alias,
  type BaseUnit,
  type CoSimulation,
  causalities,
  type DefaultExperiment,
  type DisplayUnit,
  dependencyKinds,
  type EnumerationItem,
  type Interface,
  initials,
  intervalVariabilities,
  type ModelDescription,
  type ModelExchange,
  type Rectangle,
  type StreamMember,
  type Terminal,
  type TerminalGraphic,
  type TerminalMember,
  type TypedElement,
  type Unknown,
  type Variable,
  variabilities,
} from '../description.ts';
import {
  boolean,
  contrary,
  count,
  integer,
  listOf,
  number,
  oneOf,
  reference,
  roundedNumber,
  text,
  token,
  whole,
} from './attribute-codec.ts';
import { attributes, type Table } from './attribute-table.ts';

export type { Table } from './attribute-table.ts';

interface NamedElement {
  name: string;
  description?: string;
}
interface Size {
  start?: number;
  valueReference?: number;
}
/** An unknown, whose variable and dependencies are still keys: value references, or indexes. */
export interface Dependent {
  key: number;
  dependencies?: number[];
  dependenciesKind?: Unknown['dependenciesKind'];
}
interface Scale {
  factor: number;
  offset: number;
}
interface Formulation {
  valueReference: number;
  index?: number;
}
interface DisplayUnit1 {
  name: string;
  gain: number;
  offset: number;
}
interface Option {
  value?: string;
  description?: string;
}
type CoordinateSystem = Rectangle & { suggestedScalingFactorTo_mm: number };

export const named: Table<NamedElement> = attributes<NamedElement>((of) => ({
  name: of('name', text),
  description: of('description', text),
}));
const numeric: Table<TypedElement> = attributes<TypedElement>((of) => ({
  quantity: of('quantity', text),
  unit: of('unit', text),
  displayUnit: of('displayUnit', text),
  relativeQuantity: of('relativeQuantity', boolean),
  unbounded: of('unbounded', boolean),
  min: of('min', token),
  max: of('max', token),
  nominal: of('nominal', token),
}));
const clock: Table<TypedElement> = attributes<TypedElement>((of) => ({
  canBeDeactivated: of('canBeDeactivated', boolean),
  priority: of('priority', reference),
  intervalVariability: of('intervalVariability', oneOf(intervalVariabilities)),
  intervalDecimal: of('intervalDecimal', number),
  shiftDecimal: of('shiftDecimal', number),
  supportsFraction: of('supportsFraction', boolean),
  resolution: of('resolution', token),
  intervalCounter: of('intervalCounter', token),
  shiftCounter: of('shiftCounter', token),
}));
const binary: Table<TypedElement> = attributes<TypedElement>((of) => ({
  mimeType: of('mimeType', text),
  maxSize: of('maxSize', count),
}));

export const type3: Table<TypedElement> = { ...named, ...numeric, ...binary, ...clock };
/** Attributes of `<Real>`, `<Integer>`, … inside `<SimpleType>`. */
export const type2: Table<TypedElement> = numeric;

/** Attributes of every variable, in FMI 2.0 of `<ScalarVariable>`. */
export const variable2: Table<Variable> = attributes<Variable>((of) => ({
  name: of('name', text),
  valueReference: of('valueReference', reference),
  description: of('description', text),
  causality: of('causality', oneOf(causalities)),
  variability: of('variability', oneOf(variabilities)),
  initial: of('initial', oneOf(initials)),
  canHandleMultipleSetPerTimeInstant: of('canHandleMultipleSetPerTimeInstant', boolean),
}));
/** Attributes of `<ScalarVariable>` in FMI 1.0 that do not depend on each other. */
export const variable1: Table<Variable> = attributes<Variable>((of) => ({
  name: of('name', text),
  valueReference: of('valueReference', reference),
  description: of('description', text),
}));
/** Attributes of `<Real>`, `<Integer>`, … inside it. */
export const value1: Table<Variable> = attributes<Variable>((of) => ({
  declaredType: of('declaredType', text),
  ...numeric,
}));
/**
 * Attributes of `<Real>`, `<Integer>`, … inside `<ScalarVariable>`. The content of `start` depends
 * on the type.
 */
export const value2: Table<Variable> = attributes<Variable>((of) => ({
  declaredType: of('declaredType', text),
  ...numeric,
  derivative: of('derivative', reference),
  reinit: of('reinit', boolean),
}));

export const variable3: Table<Variable> = attributes<Variable>((of) => ({
  ...variable2,
  ...value2,
  previous: of('previous', reference),
  clocks: of('clocks', listOf(reference)),
  intermediateUpdate: of('intermediateUpdate', boolean),
  ...binary,
  ...clock,
}));

export const alias: Table<Alias> = attributes<Alias>((of) => ({
  ...named,
  displayUnit: of('displayUnit', text),
}));
export const dimension: Table<Size> = attributes<Size>((of) => ({
  start: of('start', count),
  valueReference: of('valueReference', reference),
}));
export const item: Table<EnumerationItem> = attributes<EnumerationItem>((of) => ({
  name: of('name', text),
  value: of('value', integer),
  description: of('description', text),
}));
const dependencies: Table<Dependent> = attributes<Dependent>((of) => ({
  dependencies: of('dependencies', listOf(reference)),
  dependenciesKind: of('dependenciesKind', listOf(oneOf(dependencyKinds))),
}));
export const unknown3: Table<Dependent> = attributes<Dependent>((of) => ({
  valueReference: of('key', reference),
  ...dependencies,
}));
export const unknown2: Table<Dependent> = attributes<Dependent>((of) => ({
  index: of('key', reference),
  ...dependencies,
}));

export const unit: Table<Pick<NamedElement, 'name'>> = attributes<Pick<NamedElement, 'name'>>((of) => ({
  name: of('name', text),
}));
const scale: Table<Scale> = attributes<Scale>((of) => ({
  factor: of('factor', number),
  offset: of('offset', number),
}));
export const baseUnit: Table<BaseUnit> = attributes<BaseUnit>((of) => ({
  kg: of('kg', integer),
  m: of('m', integer),
  s: of('s', integer),
  A: of('A', integer),
  K: of('K', integer),
  mol: of('mol', integer),
  cd: of('cd', integer),
  rad: of('rad', integer),
  ...scale,
}));
export const unit1: Table<Pick<NamedElement, 'name'>> = attributes<Pick<NamedElement, 'name'>>((of) => ({
  unit: of('name', text),
}));
/** `<DisplayUnitDefinition>` of FMI 1.0: value_unit = offset + gain · value_display. */
export const displayUnit1: Table<DisplayUnit1> = attributes<DisplayUnit1>((of) => ({
  displayUnit: of('name', text),
  gain: of('gain', number),
  offset: of('offset', number),
}));
export const displayUnit: Table<DisplayUnit> = attributes<DisplayUnit>((of) => ({
  name: of('name', text),
  ...scale,
  inverse: of('inverse', boolean),
}));

export const experiment: Table<DefaultExperiment> = attributes<DefaultExperiment>((of) => ({
  startTime: of('startTime', roundedNumber),
  stopTime: of('stopTime', roundedNumber),
  tolerance: of('tolerance', roundedNumber),
  stepSize: of('stepSize', roundedNumber),
}));

const head: Table<ModelDescription> = attributes<ModelDescription>((of) => ({
  description: of('description', text),
  author: of('author', text),
  version: of('version', text),
  copyright: of('copyright', text),
  license: of('license', text),
  generationTool: of('generationTool', text),
  generationDateAndTime: of('generationDateAndTime', text),
  variableNamingConvention: of('variableNamingConvention', oneOf(['flat', 'structured'])),
}));
export const head3: Table<ModelDescription> = attributes<ModelDescription>((of) => ({
  fmiVersion: of('fmiVersion', text),
  modelName: of('modelName', text),
  instantiationToken: of('instantiationToken', text),
  ...head,
}));
export const head2: Table<ModelDescription> = attributes<ModelDescription>((of) => ({
  fmiVersion: of('fmiVersion', text),
  modelName: of('modelName', text),
  guid: of('instantiationToken', text),
  ...head,
  numberOfEventIndicators: of('numberOfEventIndicators', count),
}));

/** States and event indicators of FMI 1.0 are numbered, so no list bounds their count. */
const mostUnnamed = 1_000_000;
const unnamedCount = whole(`a whole number from 0 to ${mostUnnamed}`, 0, mostUnnamed);
export const head1: Table<ModelDescription> = attributes<ModelDescription>((of) => ({
  ...head2,
  numberOfContinuousStates: of('numberOfContinuousStates', unnamedCount),
  numberOfEventIndicators: of('numberOfEventIndicators', unnamedCount),
}));

/** `<Capabilities>` of FMI 1.0 for co-simulation. */
export const capabilities1: Table<CoSimulation> = attributes<CoSimulation>((of) => ({
  canHandleVariableCommunicationStepSize: of('canHandleVariableCommunicationStepSize', boolean),
  canInterpolateInputs: of('canInterpolateInputs', boolean),
  maxOutputDerivativeOrder: of('maxOutputDerivativeOrder', count),
  canRunAsynchronuously: of('canRunAsynchronuously', boolean),
  canBeInstantiatedOnlyOncePerProcess: of('canBeInstantiatedOnlyOncePerProcess', boolean),
  canNotUseMemoryManagementFunctions: of('canNotUseMemoryManagementFunctions', boolean),
}));

const interface2: Table<Interface> = attributes<Interface>((of) => ({
  modelIdentifier: of('modelIdentifier', text),
  needsExecutionTool: of('needsExecutionTool', boolean),
  canBeInstantiatedOnlyOncePerProcess: of('canBeInstantiatedOnlyOncePerProcess', boolean),
  canNotUseMemoryManagementFunctions: of('canNotUseMemoryManagementFunctions', boolean),
  canGetAndSetFMUstate: of('canGetAndSetFMUState', boolean),
  canSerializeFMUstate: of('canSerializeFMUState', boolean),
  providesDirectionalDerivative: of('providesDirectionalDerivatives', boolean),
}));
export const modelExchange2: Table<ModelExchange> = attributes<ModelExchange>((of) => ({
  ...interface2,
  completedIntegratorStepNotNeeded: of('needsCompletedIntegratorStep', contrary),
}));
export const coSimulation2: Table<CoSimulation> = attributes<CoSimulation>((of) => ({
  ...interface2,
  canHandleVariableCommunicationStepSize: of('canHandleVariableCommunicationStepSize', boolean),
  canInterpolateInputs: of('canInterpolateInputs', boolean),
  maxOutputDerivativeOrder: of('maxOutputDerivativeOrder', count),
  canRunAsynchronuously: of('canRunAsynchronuously', boolean),
}));

export const scheduledExecution3: Table<Interface> = attributes<Interface>((of) => ({
  modelIdentifier: of('modelIdentifier', text),
  needsExecutionTool: of('needsExecutionTool', boolean),
  canBeInstantiatedOnlyOncePerProcess: of('canBeInstantiatedOnlyOncePerProcess', boolean),
  canGetAndSetFMUState: of('canGetAndSetFMUState', boolean),
  canSerializeFMUState: of('canSerializeFMUState', boolean),
  providesDirectionalDerivatives: of('providesDirectionalDerivatives', boolean),
  providesAdjointDerivatives: of('providesAdjointDerivatives', boolean),
  providesPerElementDependencies: of('providesPerElementDependencies', boolean),
}));
export const modelExchange3: Table<ModelExchange> = attributes<ModelExchange>((of) => ({
  ...scheduledExecution3,
  needsCompletedIntegratorStep: of('needsCompletedIntegratorStep', boolean),
  providesEvaluateDiscreteStates: of('providesEvaluateDiscreteStates', boolean),
}));
export const coSimulation3: Table<CoSimulation> = attributes<CoSimulation>((of) => ({
  ...scheduledExecution3,
  canHandleVariableCommunicationStepSize: of('canHandleVariableCommunicationStepSize', boolean),
  fixedInternalStepSize: of('fixedInternalStepSize', number),
  maxOutputDerivativeOrder: of('maxOutputDerivativeOrder', count),
  recommendedIntermediateInputSmoothness: of('recommendedIntermediateInputSmoothness', integer),
  providesIntermediateUpdate: of('providesIntermediateUpdate', boolean),
  mightReturnEarlyFromDoStep: of('mightReturnEarlyFromDoStep', boolean),
  canReturnEarlyAfterIntermediateUpdate: of('canReturnEarlyAfterIntermediateUpdate', boolean),
  hasEventMode: of('hasEventMode', boolean),
  providesEvaluateDiscreteStates: of('providesEvaluateDiscreteStates', boolean),
}));

/** `<Formulation>` and `<AlgebraicVariable>` of FMI-LS-DAE */
export const formulation: Table<Formulation> = attributes<Formulation>((of) => ({
  valueReference: of('valueReference', reference),
  index: of('index', count),
}));

/** `terminalsAndIcons.xml` */
export const rectangle: Table<Rectangle> = attributes<Rectangle>((of) => ({
  x1: of('x1', number),
  y1: of('y1', number),
  x2: of('x2', number),
  y2: of('y2', number),
}));
export const coordinateSystem: Table<CoordinateSystem> = attributes<CoordinateSystem>((of) => ({
  ...rectangle,
  suggestedScalingFactorTo_mm: of('suggestedScalingFactorTo_mm', number),
}));
export const terminal: Table<Terminal> = attributes<Terminal>((of) => ({
  name: of('name', text),
  matchingRule: of('matchingRule', text),
  terminalKind: of('terminalKind', text),
  description: of('description', text),
}));
export const member: Table<TerminalMember> = attributes<TerminalMember>((of) => ({
  variableName: of('variableName', text),
  memberName: of('memberName', text),
  variableKind: of('variableKind', text),
}));
export const streamMember: Table<StreamMember> = attributes<StreamMember>((of) => ({
  inStreamMemberName: of('inStreamMemberName', text),
  outStreamMemberName: of('outStreamMemberName', text),
  inStreamVariableName: of('inStreamVariableName', text),
  outStreamVariableName: of('outStreamVariableName', text),
}));
export const terminalGraphic: Table<TerminalGraphic> = attributes<TerminalGraphic>((of) => ({
  defaultConnectionColor: of('defaultConnectionColor', listOf(count)),
  defaultConnectionStrokeSize: of('defaultConnectionStrokeSize', number),
  ...rectangle,
  iconBaseName: of('iconBaseName', text),
}));

/** `buildDescription.xml` */
export const configuration: Table<BuildConfiguration> = attributes<BuildConfiguration>((of) => ({
  modelIdentifier: of('modelIdentifier', text),
  platform: of('platform', text),
  description: of('description', text),
}));
export const sourceFileSet: Table<SourceFileSet> = attributes<SourceFileSet>((of) => ({
  name: of('name', text),
  language: of('language', text),
  compiler: of('compiler', text),
  compilerOptions: of('compilerOptions', text),
}));
export const definition: Table<PreprocessorDefinition> = attributes<PreprocessorDefinition>((of) => ({
  name: of('name', text),
  optional: of('optional', boolean),
  value: of('value', text),
  description: of('description', text),
}));
export const option: Table<Option> = attributes<Option>((of) => ({
  value: of('value', text),
  description: of('description', text),
}));
export const library: Table<Library> = attributes<Library>((of) => ({
  name: of('name', text),
  version: of('version', text),
  external: of('external', boolean),
  description: of('description', text),
}));
