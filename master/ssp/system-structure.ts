import type { FmiType, UnitOfMeasure } from '../../fmu-sdk/description/description.ts';

/** A system structure description (SSD) of SSP 1.0 or 2.0 as plain data, without geometry, metadata and signatures. */
export interface SystemStructure {
  version: '1.0' | '2.0';
  name: string;
  description?: string;
  system: SspSystem;
  units: UnitOfMeasure[];
  /** [s] */
  startTime?: number;
  stopTime?: number;
  /** What this toolkit says of a run that SSP has no place for, as JSON; see `Extension`. */
  extension?: string;
}

/** What systems and components have in common. */
export interface SspElement {
  name: string;
  connectors: Connector[];
  bindings: ParameterBinding[];
}

export interface SspComponent extends SspElement {
  /** Media type. */
  type: string;
  /** URI relative to the description. */
  source?: string;
  implementation: 'any' | 'ModelExchange' | 'CoSimulation' | 'ScheduledExecution';
}

export interface SspSystem extends SspElement {
  id?: string;
  elements: (SspComponent | SspSystem)[];
  connections: SspConnection[];
}

export const connectorKinds = [
  'input',
  'output',
  'parameter',
  'calculatedParameter',
  'structuralParameter',
  'constant',
  'local',
  'inout',
  'unspecified',
] as const;
export type ConnectorKind = (typeof connectorKinds)[number];

export interface Connector {
  name: string;
  kind: ConnectorKind;
  type?: FmiType;
  unit?: UnitOfMeasure;
  /** Name of the enumeration. */
  enumeration?: string;
  dimensions: number[];
}

/** One end of a connection: a connector of an element, or of the system itself. */
export interface End {
  element?: string;
  connector: string;
  /** One element of an array, by an index for each dimension, from 1. */
  indices?: number[];
}

export interface SspConnection {
  start: End;
  end: End;
  suppressUnitConversion: boolean;
  transformation?: Transformation;
  /** Where it stands, for errors: `file:line:column`. */
  place: string;
}

/** target = factor · source + offset, or by a table of values as the document writes them. */
export type Transformation =
  | { kind: 'linear'; factor: number; offset: number }
  | { kind: 'map'; of: 'Boolean' | 'Integer' | 'Enumeration'; entries: [source: string, target: string][] };

/** A parameter set for a system or component: given here, or at a source. */
export interface ParameterBinding {
  prefix: string;
  values: ParameterSet | Source;
  mapping?: MappingEntry[] | Source;
}

/** Where a file is: relative to the description, or inside the component that it is bound to. */
export interface Source {
  uri: string;
  base: 'SSD' | 'component';
  place: string;
}

export interface ParameterSet {
  name: string;
  parameters: Parameter[];
}

export interface Parameter {
  name: string;
  type: FmiType;
  /** As the document writes them. */
  values: string[];
  /** Of an array with more than one dimension, the size of each. */
  sizes?: readonly number[];
  unit?: UnitOfMeasure;
}

export interface MappingEntry {
  source: string;
  target: string;
  suppressUnitConversion: boolean;
  transformation?: Transformation;
}

export function isSystem(element: SspComponent | SspSystem): element is SspSystem {
  return 'elements' in element;
}

export function isSource(of: object): of is Source {
  return 'uri' in of;
}
