import {
  boolean,
  count,
  listOf,
  number,
  oneOf,
  text,
} from '../../../fmu-sdk/description/tables/attribute-codec.ts';
import { attributes, type Table } from '../../../fmu-sdk/description/tables/attribute-table.ts';
import {
  type Connector,
  connectorKinds,
  type MappingEntry,
  type SspComponent,
  type SystemStructure,
} from './system-structure.ts';

/** Attributes of `<Connection>`. */
export interface Ends {
  startElement?: string;
  startConnector: string;
  startIndices?: number[];
  endElement?: string;
  endConnector: string;
  endIndices?: number[];
  suppressUnitConversion: boolean;
}
/** Attributes of an element that references a file. */
export interface Binding {
  prefix?: string;
  source?: string;
  sourceBase?: 'SSD' | 'component';
  type?: string;
}
type Head = Pick<SystemStructure, 'version' | 'name' | 'description'>;
type Experiment = Pick<SystemStructure, 'startTime' | 'stopTime'>;
interface Size {
  size?: number;
}
interface Linear {
  factor: number;
  offset: number;
}
type MapEntry = Pick<MappingEntry, 'source' | 'target'>;

export const root: Table<Head> = attributes<Head>((of) => ({
  version: of('version', oneOf(['1.0', '2.0'])),
  name: of('name', text),
  description: of('description', text),
}));
export const experiment: Table<Experiment> = attributes<Experiment>((of) => ({
  startTime: of('startTime', number),
  stopTime: of('stopTime', number),
}));
export const component: Table<SspComponent> = attributes<SspComponent>((of) => ({
  name: of('name', text),
  type: of('type', text),
  source: of('source', text),
  implementation: of('implementation', oneOf(['any', 'ModelExchange', 'CoSimulation', 'ScheduledExecution'])),
}));
export const connector: Table<Connector> = attributes<Connector>((of) => ({
  name: of('name', text),
  kind: of('kind', oneOf(connectorKinds)),
}));
export const dimension: Table<Size> = attributes<Size>((of) => ({ size: of('size', count) }));
export const connection: Table<Ends> = attributes<Ends>((of) => ({
  startElement: of('startElement', text),
  startConnector: of('startConnector', text),
  startIndices: of('startIndices', listOf(count)),
  endElement: of('endElement', text),
  endConnector: of('endConnector', text),
  endIndices: of('endIndices', listOf(count)),
  suppressUnitConversion: of('suppressUnitConversion', boolean),
}));
export const binding: Table<Binding> = attributes<Binding>((of) => ({
  prefix: of('prefix', text),
  source: of('source', text),
  sourceBase: of('sourceBase', oneOf(['SSD', 'component'])),
  type: of('type', text),
}));
export const linear: Table<Linear> = attributes<Linear>((of) => ({
  factor: of('factor', number),
  offset: of('offset', number),
}));
export const mapEntry: Table<MapEntry> = attributes<MapEntry>((of) => ({
  source: of('source', text),
  target: of('target', text),
}));
export const mappingEntry: Table<MappingEntry> = attributes<MappingEntry>((of) => ({
  source: of('source', text),
  target: of('target', text),
  suppressUnitConversion: of('suppressUnitConversion', boolean),
}));
