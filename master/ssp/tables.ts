import { boolean, count, listOf, number, oneOf, text } from '../../fmu-sdk/description/codec.ts';
import type { Table } from '../../fmu-sdk/description/tables.ts';
import { connectorKinds } from './structure.ts';

export const root: Table = { version: oneOf(['1.0', '2.0']), name: text, description: text };
export const experiment: Table = { startTime: number, stopTime: number };
export const component: Table = {
  name: text,
  type: text,
  source: text,
  implementation: oneOf(['any', 'ModelExchange', 'CoSimulation', 'ScheduledExecution']),
};
export const system: Table = { id: text, name: text };
export const connector: Table = { name: text, kind: oneOf(connectorKinds) };
export const dimension: Table = { size: count };
export const connection: Table = {
  startElement: text,
  startConnector: text,
  startIndices: listOf(count),
  endElement: text,
  endConnector: text,
  endIndices: listOf(count),
  suppressUnitConversion: boolean,
};
export const binding: Table = {
  prefix: text,
  source: text,
  sourceBase: oneOf(['SSD', 'component']),
  type: text,
};
export const linear: Table = { factor: number, offset: number };
export const mapEntry: Table = { source: text, target: text };
export const mappingEntry: Table = { source: text, target: text, suppressUnitConversion: boolean };
