import type { FmiType, UnitOfMeasure } from '../../../fmu-sdk/description/description.ts';

/**
 * System structure description (SSD) of SSP 1.0 or 2.0, without geometry, metadata and signatures.
 */
export interface SystemStructure {
  version: '1.0' | '2.0';
  name: string;
  description?: string;
  system: SspSystem;
  units: UnitOfMeasure[];
  /** Start time [s]. */
  startTime?: number;
  stopTime?: number;
  /** Content of a system file that SSP does not support, as JSON. See `Extension`. */
  extension?: string;
}

/** Common properties of systems and components. */
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

/** End of a connection: a connector of an element, or of the system itself. */
export interface End {
  element?: string;
  connector: string;
  /** Index of an array element in each dimension, from 1. */
  indices?: number[];
}

export interface SspConnection {
  start: End;
  end: End;
  suppressUnitConversion: boolean;
  transformation?: Transformation;
  /** Location for errors: `file:line:column`. */
  place: string;
}

/** target = factor · source + offset, or a map of values in the notation of the document. */
export type Transformation =
  | { kind: 'linear'; factor: number; offset: number }
  | { kind: 'map'; of: 'Boolean' | 'Integer' | 'Enumeration'; entries: [source: string, target: string][] };

/** Parameter set for a system or component, inline or from a source. */
export interface ParameterBinding {
  prefix: string;
  values: ParameterSet | Source;
  mapping?: MappingEntry[] | Source;
}

/** Location of a file, relative to the description or inside the component of the binding. */
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
  /** Values in the notation of the document. */
  values: string[];
  /** Sizes of an array with more than one dimension. */
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
