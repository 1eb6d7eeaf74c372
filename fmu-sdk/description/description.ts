import type { FmiMajor } from '../standard/fmi-version.ts';
import type { Causality, Initial, IntervalVariability, Variability } from '../standard/variability-table.ts';
import type { FmiType } from '../standard/variable-types.ts';

/**
 * FMI model description as data, in one form for FMI 1.0, 2.0 and 3.0: the information that a host
 * has before it runs an FMU. Elements of FMI 1.0 and 2.0 have their FMI 3.0 names (guid:
 * `instantiationToken`, Real: Float64, Integer: Int32, Outputs, Derivatives, InitialUnknowns:
 * `outputs`, `continuousStateDerivatives`, `initialUnknowns`). FMI 1.0 lacks a model structure.
 */

export {
  type Causality,
  causalities,
  type Initial,
  type IntervalVariability,
  initials,
  intervalVariabilities,
  type Variability,
  variabilities,
} from '../standard/variability-table.ts';
export { type FmiType, fmiTypes } from '../standard/variable-types.ts';

/**
 * Role of an energy [J] in the system balance: content (kinetic, potential, stored) or cumulated
 * flow.
 */
export const energyKinds = ['kinetic', 'potential', 'stored', 'dissipated', 'supplied'] as const;
/** One of `energyKinds`. */
export type EnergyKind = (typeof energyKinds)[number];

/** A note that a tool keeps in the document: FMI 3.0 `<Annotation type>`, FMI 2.0 `<Tool name>`. */
export interface Annotation {
  type: string;
  /** Content as raw XML text. */
  content: string;
  /** Outer namespaces by prefix that the content uses ('' for elements without prefix). */
  namespaces?: Record<string, string> | undefined;
}

/** Common part of a type definition and a variable. */
export interface TypedElement {
  type: FmiType;
  name: string;
  description?: string | undefined;
  quantity?: string | undefined;
  unit?: string | undefined;
  displayUnit?: string | undefined;
  relativeQuantity?: boolean | undefined;
  unbounded?: boolean | undefined;
  /** Bounds and nominal value, as text: 64-bit integers do not fit a number. */
  min?: string | undefined;
  max?: string | undefined;
  nominal?: string | undefined;
  /** MIME type of a Binary. Default: `application/octet-stream`. */
  mimeType?: string | undefined;
  maxSize?: number | undefined;
  /** Kind of a Clock. The following fields are for Clocks too. */
  intervalVariability?: IntervalVariability | undefined;
  /** Interval and shift [s]. */
  intervalDecimal?: number | undefined;
  shiftDecimal?: number | undefined;
  /**
   * Interval = intervalCounter / resolution [s], shift = shiftCounter / resolution [s]: 64-bit
   * integers as text.
   */
  supportsFraction?: boolean | undefined;
  resolution?: string | undefined;
  intervalCounter?: string | undefined;
  shiftCounter?: string | undefined;
  canBeDeactivated?: boolean | undefined;
  /** Priority of a scheduled model partition. Smaller numbers run first. */
  priority?: number | undefined;
  annotations?: Annotation[] | undefined;
}

/** Variable of an FMU. */
export interface Variable extends TypedElement {
  /**
   * Unique in FMI 3.0. In FMI 1.0 and 2.0, variables of equal type and value reference are aliases.
   */
  valueReference: number;
  /**
   * FMI 1.0: value reference of the value in the FMU whose negative this variable has
   * (`negatedAlias`). `valueReference` is then a free number that the FMU does not know.
   */
  negates?: number | undefined;
  causality: Causality;
  variability: Variability;
  initial?: Initial | undefined;
  /** Values of `start`, flat, as the XML text of each element. */
  start?: string[] | undefined;
  /** Name of its type definition, which supplies missing attributes of the variable. */
  declaredType?: string | undefined;
  /** Sizes, as long as no structural parameter is changed. */
  dimensions: number[];
  /**
   * Value reference, for each dimension, of the variable that holds its size. Null for a fixed
   * size. Undefined if all sizes are fixed.
   */
  dimensionReferences?: (number | null)[] | undefined;
  /**
   * True if a structural parameter has changed a dimension, so that only the FMU knows the values
   * (FMI 3.0.2, 2.4.7.2).
   */
  resized?: boolean | undefined;
  /** Value reference of the variable whose derivative by the independent variable this is. */
  derivative?: number | undefined;
  reinit?: boolean | undefined;
  /** Value reference of the variable that holds this clocked state's previous value. */
  previous?: number | undefined;
  /** Value references of the clocks that this variable belongs to. */
  clocks?: number[] | undefined;
  canHandleMultipleSetPerTimeInstant?: boolean | undefined;
  intermediateUpdate?: boolean | undefined;
  /** Other names of the same variable (FMI 3.0). */
  aliases?: Alias[] | undefined;
  energy?: EnergyKind | undefined;
}

/** Another name of a variable, with what differs by it. */
export interface Alias {
  name: string;
  description?: string | undefined;
  displayUnit?: string | undefined;
}

/** A value of an enumeration and its name. */
export interface EnumerationItem {
  name: string;
  value: number;
  description?: string | undefined;
  annotations?: Annotation[] | undefined;
}

/** A type that variables share. */
export interface TypeDefinition extends TypedElement {
  /** Items of an Enumeration. */
  items?: EnumerationItem[] | undefined;
}

/** SI exponents, factor and offset of a unit of measure: value_SI = factor · value + offset. */
export interface BaseUnit {
  kg: number;
  m: number;
  s: number;
  A: number;
  K: number;
  mol: number;
  cd: number;
  rad: number;
  factor: number;
  offset: number;
}

/** value_display = factor · value_unit + offset. Inverse: factor / value_unit. */
export interface DisplayUnit {
  name: string;
  factor: number;
  offset: number;
  inverse: boolean;
  annotations?: Annotation[] | undefined;
}

/** A unit of measure, in terms of SI. */
export interface UnitOfMeasure {
  name: string;
  base?: BaseUnit | undefined;
  displayUnits?: DisplayUnit[] | undefined;
  annotations?: Annotation[] | undefined;
}

/** Kind of the dependency of an unknown on a known. */
export const dependencyKinds = ['dependent', 'constant', 'fixed', 'tunable', 'discrete'] as const;
/** One of `dependencyKinds`. */
export type DependencyKind = (typeof dependencyKinds)[number];

/**
 * Unknown of the model structure. Variables are identified by their index in `variables`, because
 * in FMI 2.0 variables of different types may share a value reference. Without `dependencies` it
 * may depend on all knowns.
 */
export interface Unknown {
  variable: number;
  dependencies?: number[] | undefined;
  /** One kind for each dependency. Default: all are `dependent`. */
  dependenciesKind?: DependencyKind[] | undefined;
  annotations?: Annotation[] | undefined;
}

/** Variables that are connected together, as a plug is. */
export interface Terminal {
  name: string;
  matchingRule: string;
  terminalKind?: string | undefined;
  description?: string | undefined;
  members: TerminalMember[];
  streamMembers?: StreamMember[] | undefined;
  /** Terminals inside this one. */
  terminals?: Terminal[] | undefined;
  graphic?: TerminalGraphic | undefined;
  annotations?: Annotation[] | undefined;
}

/** A variable of a terminal. */
export interface TerminalMember {
  memberName?: string | undefined;
  variableName: string;
  variableKind: string;
  annotations?: Annotation[] | undefined;
}

/** The members of a terminal that make up a stream of matter. */
export interface StreamMember {
  inStreamMemberName: string;
  outStreamMemberName: string;
  inStreamVariableName: string;
  outStreamVariableName: string;
  annotations?: Annotation[] | undefined;
}

/** Corners of a rectangle in the coordinate system of the graphical representation. */
export interface Rectangle {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** Graphical representation of a terminal. */
export interface TerminalGraphic extends Rectangle {
  iconBaseName: string;
  /** Red, green, blue: 0 to 255. */
  defaultConnectionColor?: number[] | undefined;
  defaultConnectionStrokeSize?: number | undefined;
  annotations?: Annotation[] | undefined;
}

/** `terminalsAndIcons.xml`. */
export interface TerminalsAndIcons {
  coordinateSystem?: Rectangle & { suggestedScalingFactorTo_mm: number };
  icon?: Rectangle | undefined;
  graphicAnnotations?: Annotation[] | undefined;
  terminals: Terminal[];
  annotations?: Annotation[] | undefined;
}

/** Common part of the interfaces. */
export interface Interface {
  modelIdentifier: string;
  needsExecutionTool: boolean;
  canBeInstantiatedOnlyOncePerProcess: boolean;
  canGetAndSetFMUState: boolean;
  canSerializeFMUState: boolean;
  providesDirectionalDerivatives: boolean;
  providesAdjointDerivatives: boolean;
  providesPerElementDependencies: boolean;
  /** FMI 1.0 and 2.0. */
  canNotUseMemoryManagementFunctions?: boolean | undefined;
  /** FMI 2.0: file names below `sources/`. FMI 3.0 has them in the build description. */
  sourceFiles?: string[] | undefined;
  /** Attributes that are not the standard's, and the namespaces by prefix that they use. */
  otherAttributes?: Record<string, string> | undefined;
  namespaces?: Record<string, string> | undefined;
  annotations?: Annotation[] | undefined;
}

/** Properties of an FMU for model exchange: the importer integrates its states. */
export interface ModelExchange extends Interface {
  /** FMI 2.0: not completedIntegratorStepNotNeeded. */
  needsCompletedIntegratorStep: boolean;
  providesEvaluateDiscreteStates: boolean;
}

/** Properties of an FMU for co-simulation: it contains its solver. */
export interface CoSimulation extends Interface {
  canHandleVariableCommunicationStepSize: boolean;
  /** [s] */
  fixedInternalStepSize?: number | undefined;
  maxOutputDerivativeOrder: number;
  recommendedIntermediateInputSmoothness: number;
  providesIntermediateUpdate: boolean;
  mightReturnEarlyFromDoStep: boolean;
  canReturnEarlyAfterIntermediateUpdate: boolean;
  hasEventMode: boolean;
  providesEvaluateDiscreteStates: boolean;
  /** FMI 1.0 and 2.0: takes input derivatives. */
  canInterpolateInputs?: boolean | undefined;
  /** FMI 2.0, with the standard's spelling. */
  canRunAsynchronuously?: boolean | undefined;
}

/** Properties of an FMU for scheduled execution: the importer activates its Clocks. */
export type ScheduledExecution = Interface;

/** Times in seconds. */
export interface DefaultExperiment {
  startTime?: number | undefined;
  stopTime?: number | undefined;
  stepSize?: number | undefined;
  tolerance?: number | undefined;
  annotations?: Annotation[] | undefined;
}

/** A category of messages that can be switched on. */
export interface LogCategory {
  name: string;
  description?: string | undefined;
  annotations?: Annotation[] | undefined;
}

/** Content of `modelDescription.xml` of FMI 1.0, 2.0 or 3.0. */
export interface ModelDescription {
  fmiVersion: string;
  modelName: string;
  instantiationToken: string;
  description?: string | undefined;
  author?: string | undefined;
  version?: string | undefined;
  copyright?: string | undefined;
  license?: string | undefined;
  generationTool?: string | undefined;
  generationDateAndTime?: string | undefined;
  /** `flat` when left out. */
  variableNamingConvention?: 'flat' | 'structured' | undefined;
  modelExchange?: ModelExchange | undefined;
  coSimulation?: CoSimulation | undefined;
  scheduledExecution?: ScheduledExecution | undefined;
  unitsOfMeasure: UnitOfMeasure[];
  types: TypeDefinition[];
  logCategories: LogCategory[];
  defaultExperiment?: DefaultExperiment | undefined;
  variables: Variable[];
  outputs: Unknown[];
  continuousStateDerivatives: Unknown[];
  clockedStates: Unknown[];
  initialUnknowns: Unknown[];
  eventIndicators: Unknown[];
  /** FMI 1.0, where states are not variables. See `continuousStateCount`. */
  numberOfContinuousStates?: number | undefined;
  /** FMI 1.0 and 2.0, where event indicators are not variables. See `eventIndicatorCount`. */
  numberOfEventIndicators?: number | undefined;
  /** Terminals in `terminalsAndIcons.xml`. */
  terminals: Terminal[];
  annotations?: Annotation[] | undefined;
}

/** 1, 2 or 3. */
export function majorVersion({ fmiVersion }: Pick<ModelDescription, 'fmiVersion'>): FmiMajor {
  if (fmiVersion.startsWith('1')) return 1;
  return fmiVersion.startsWith('2') ? 2 : 3;
}

/** Number of elements of a variable: the product of its dimensions, 1 for a scalar. */
export function elementCount(variable: Variable): number {
  return variable.dimensions.reduce((n, d) => n * d, 1);
}

/** Number of scalars of some unknowns, an array counting with all its elements. */
function scalarCount(d: ModelDescription, unknowns: readonly Unknown[]): number {
  return unknowns.reduce((n, { variable }) => n + elementCount(d.variables[variable]), 0);
}

/** Number of continuous states, as long as no structural parameter is changed. */
export function continuousStateCount(d: ModelDescription): number {
  return d.numberOfContinuousStates ?? scalarCount(d, d.continuousStateDerivatives);
}

/** Returns true if the FMU has a continuous input. */
export function hasContinuousInputs({ variables }: ModelDescription): boolean {
  return variables.some(
    ({ causality, variability }) => causality === 'input' && variability === 'continuous',
  );
}

/** Number of event indicators, as long as no structural parameter is changed. */
export function eventIndicatorCount(d: ModelDescription): number {
  return d.numberOfEventIndicators ?? scalarCount(d, d.eventIndicators);
}

/** Returns the items of a variable's enumeration type, or an empty list without a declared type. */
export function enumerationItems(d: ModelDescription, variable: Variable): EnumerationItem[] {
  return d.types.find((t) => t.name === variable.declaredType)?.items ?? [];
}

/** Variables by their names, aliases among them. */
export function variablesByName({ variables }: Pick<ModelDescription, 'variables'>): Map<string, Variable> {
  const names = new Map(variables.map((v) => [v.name, v]));
  for (const v of variables) for (const { name } of v.aliases ?? []) names.set(name, v);
  return names;
}

/**
 * Returns true if the master may set a polynomial for this variable: a continuous Float64 input.
 */
export function acceptsPolynomial(variable: Pick<Variable, 'type' | 'causality' | 'variability'>): boolean {
  return (
    variable.type === 'Float64' && variable.causality === 'input' && variable.variability === 'continuous'
  );
}
