/** The FMI model description as plain data: what a host knows of a unit before it runs it. */

export const fmiTypes = [
  'Float32',
  'Float64',
  'Int8',
  'UInt8',
  'Int16',
  'UInt16',
  'Int32',
  'UInt32',
  'Int64',
  'UInt64',
  'Boolean',
  'String',
  'Binary',
  'Clock',
  'Enumeration',
] as const;
export type FmiType = (typeof fmiTypes)[number];

export const causalities = [
  'input',
  'output',
  'parameter',
  'structuralParameter',
  'calculatedParameter',
  'local',
  'independent',
] as const;
export type Causality = (typeof causalities)[number];

export type Variability = 'constant' | 'fixed' | 'tunable' | 'discrete' | 'continuous';
export type Initial = 'exact' | 'approx' | 'calculated';

/** How an energy [J] enters the system balance: as content (kinetic, potential, stored) or cumulated flow. */
export const energyKinds = ['kinetic', 'potential', 'stored', 'dissipated', 'supplied'] as const;
export type EnergyKind = (typeof energyKinds)[number];

export interface Variable {
  name: string;
  valueReference: number;
  type: FmiType;
  causality: Causality;
  variability: Variability;
  initial?: Initial;
  description?: string;
  /** Values of `start`, flat, as the XML text of each element. */
  start?: string[];
  unit?: string;
  displayUnit?: string;
  quantity?: string;
  declaredType?: string;
  min?: string;
  max?: string;
  nominal?: string;
  dimensions: number[];
  maxSize?: number;
  energy?: EnergyKind;
  intervalVariability?: string;
  intervalDecimal?: number;
}

export interface EnumerationType {
  name: string;
  description?: string;
  items: { name: string; value: number; description?: string }[];
}

/** SI exponents, factor and offset of a unit: value_SI = factor · value + offset. */
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

export interface UnitDefinition {
  name: string;
  base?: BaseUnit;
}

/** An unknown of the model structure; no `dependencies` says: may depend on everything. */
export interface Unknown {
  valueReference: number;
  dependencies?: number[];
}

export interface Terminal {
  name: string;
  matchingRule: string;
  terminalKind?: string;
  description?: string;
  members: { memberName: string; variableName: string; variableKind: string }[];
}

export interface CoSimulation {
  modelIdentifier: string;
  canHandleVariableCommunicationStepSize: boolean;
  canGetAndSetFMUState: boolean;
  canSerializeFMUState: boolean;
  providesDirectionalDerivatives: boolean;
  providesAdjointDerivatives: boolean;
  providesIntermediateUpdate: boolean;
  mightReturnEarlyFromDoStep: boolean;
  canReturnEarlyAfterIntermediateUpdate: boolean;
  hasEventMode: boolean;
}

export interface ModelDescription {
  fmiVersion: string;
  modelName: string;
  instantiationToken: string;
  description?: string;
  author?: string;
  version?: string;
  copyright?: string;
  license?: string;
  generationTool?: string;
  coSimulation?: CoSimulation;
  units: UnitDefinition[];
  enumerations: EnumerationType[];
  defaultExperiment?: { startTime?: number; stopTime?: number; stepSize?: number; tolerance?: number };
  variables: Variable[];
  outputs: Unknown[];
  initialUnknowns: Unknown[];
  terminals: Terminal[];
}

/** Number of elements of a variable: the product of its dimensions, 1 for a scalar. */
export function elementCount(variable: Variable): number {
  return variable.dimensions.reduce((n, d) => n * d, 1);
}

/** Whether the master may hand a polynomial over for this variable: a continuous Float64 input. */
export function takesPolynomial(variable: Pick<Variable, 'type' | 'causality' | 'variability'>): boolean {
  return (
    variable.type === 'Float64' && variable.causality === 'input' && variable.variability === 'continuous'
  );
}
