import {
  boolean,
  type Codec,
  contrary,
  count,
  integer,
  listOf,
  number,
  oneOf,
  reference,
  text,
  token,
} from './codec.ts';
import {
  causalities,
  dependencyKinds,
  initials,
  intervalVariabilities,
  variabilities,
} from './description.ts';

/**
 * Attributes of an element by name; where the plain-data form has another name for one, its field stands before the
 * codec. Reading and writing go by the same table, so that nothing is lost between.
 */
export type Table = Readonly<Record<string, Codec | readonly [field: string, codec: Codec]>>;

export const named: Table = { name: text, description: text };
const numeric: Table = {
  quantity: text,
  unit: text,
  displayUnit: text,
  relativeQuantity: boolean,
  unbounded: boolean,
  min: token,
  max: token,
  nominal: token,
};
const clock: Table = {
  canBeDeactivated: boolean,
  priority: reference,
  intervalVariability: oneOf(intervalVariabilities),
  intervalDecimal: number,
  shiftDecimal: number,
  supportsFraction: boolean,
  resolution: token,
  intervalCounter: token,
  shiftCounter: token,
};
const binary: Table = { mimeType: text, maxSize: count };

export const type3: Table = { ...named, ...numeric, ...binary, ...clock };
/** On `<Real>`, `<Integer>`, … inside `<SimpleType>`. */
export const type2: Table = numeric;

/** On every variable; in FMI 2.0 on `<ScalarVariable>`. */
export const variable2: Table = {
  name: text,
  valueReference: reference,
  description: text,
  causality: oneOf(causalities),
  variability: oneOf(variabilities),
  initial: oneOf(initials),
  canHandleMultipleSetPerTimeInstant: boolean,
};
/** On `<Real>`, `<Integer>`, … inside `<ScalarVariable>`; what `start` holds depends on the type. */
export const value2: Table = { declaredType: text, ...numeric, derivative: reference, reinit: boolean };

export const variable3: Table = {
  ...variable2,
  ...value2,
  previous: reference,
  clocks: listOf(reference),
  intermediateUpdate: boolean,
  ...binary,
  ...clock,
};

export const alias: Table = { ...named, displayUnit: text };
export const dimension: Table = { start: count, valueReference: reference };
export const item: Table = { name: text, value: integer, description: text };
const dependencies: Table = {
  dependencies: listOf(reference),
  dependenciesKind: listOf(oneOf(dependencyKinds)),
};
export const unknown3: Table = { valueReference: ['key', reference], ...dependencies };
export const unknown2: Table = { index: ['key', reference], ...dependencies };

export const unit: Table = { name: text };
const scale: Table = { factor: number, offset: number };
export const baseUnit: Table = {
  kg: integer,
  m: integer,
  s: integer,
  A: integer,
  K: integer,
  mol: integer,
  cd: integer,
  rad: integer,
  ...scale,
};
export const displayUnit: Table = { name: text, ...scale, inverse: boolean };

export const experiment: Table = { startTime: number, stopTime: number, tolerance: number, stepSize: number };

const head: Table = {
  description: text,
  author: text,
  version: text,
  copyright: text,
  license: text,
  generationTool: text,
  generationDateAndTime: text,
  variableNamingConvention: oneOf(['flat', 'structured']),
};
export const head3: Table = { fmiVersion: text, modelName: text, instantiationToken: text, ...head };
export const head2: Table = {
  fmiVersion: text,
  modelName: text,
  guid: ['instantiationToken', text],
  ...head,
  numberOfEventIndicators: count,
};

const interface2: Table = {
  modelIdentifier: text,
  needsExecutionTool: boolean,
  canBeInstantiatedOnlyOncePerProcess: boolean,
  canNotUseMemoryManagementFunctions: boolean,
  canGetAndSetFMUstate: ['canGetAndSetFMUState', boolean],
  canSerializeFMUstate: ['canSerializeFMUState', boolean],
  providesDirectionalDerivative: ['providesDirectionalDerivatives', boolean],
};
export const modelExchange2: Table = {
  ...interface2,
  completedIntegratorStepNotNeeded: ['needsCompletedIntegratorStep', contrary],
};
export const coSimulation2: Table = {
  ...interface2,
  canHandleVariableCommunicationStepSize: boolean,
  canInterpolateInputs: boolean,
  maxOutputDerivativeOrder: count,
  canRunAsynchronuously: boolean,
};

export const scheduledExecution3: Table = {
  modelIdentifier: text,
  needsExecutionTool: boolean,
  canBeInstantiatedOnlyOncePerProcess: boolean,
  canGetAndSetFMUState: boolean,
  canSerializeFMUState: boolean,
  providesDirectionalDerivatives: boolean,
  providesAdjointDerivatives: boolean,
  providesPerElementDependencies: boolean,
};
export const modelExchange3: Table = {
  ...scheduledExecution3,
  needsCompletedIntegratorStep: boolean,
  providesEvaluateDiscreteStates: boolean,
};
export const coSimulation3: Table = {
  ...scheduledExecution3,
  canHandleVariableCommunicationStepSize: boolean,
  fixedInternalStepSize: number,
  maxOutputDerivativeOrder: count,
  recommendedIntermediateInputSmoothness: integer,
  providesIntermediateUpdate: boolean,
  mightReturnEarlyFromDoStep: boolean,
  canReturnEarlyAfterIntermediateUpdate: boolean,
  hasEventMode: boolean,
  providesEvaluateDiscreteStates: boolean,
};

/** `terminalsAndIcons.xml` */
export const rectangle: Table = { x1: number, y1: number, x2: number, y2: number };
export const coordinateSystem: Table = { ...rectangle, suggestedScalingFactorTo_mm: number };
export const terminal: Table = { name: text, matchingRule: text, terminalKind: text, description: text };
export const member: Table = { variableName: text, memberName: text, variableKind: text };
export const streamMember: Table = {
  inStreamMemberName: text,
  outStreamMemberName: text,
  inStreamVariableName: text,
  outStreamVariableName: text,
};
export const terminalGraphic: Table = {
  defaultConnectionColor: listOf(count),
  defaultConnectionStrokeSize: number,
  ...rectangle,
  iconBaseName: text,
};

/** `buildDescription.xml` */
export const configuration: Table = { modelIdentifier: text, platform: text, description: text };
export const sourceFileSet: Table = { name: text, language: text, compiler: text, compilerOptions: text };
export const definition: Table = { name: text, optional: boolean, value: text, description: text };
export const option: Table = { value: text, description: text };
export const library: Table = { name: text, version: text, external: boolean, description: text };
