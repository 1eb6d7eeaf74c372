import type { ModelDescription, UnitOfMeasure, Variable } from '../../fmu-sdk/description/description.ts';
import type { ConnectionFile, SystemFile } from '../system/system.ts';
import type { Connector, SspConnection, SystemStructure } from './ssd/system-structure.ts';

/** A connector of a system file, and its name without the index of an element. */
interface Outside {
  readonly name: string;
  readonly indices: number[] | undefined;
  readonly unitOfMeasure: string | undefined;
  /** Connections with `from` or `to` as the connector. */
  readonly feeds: readonly ConnectionFile[];
  readonly source: ConnectionFile | undefined;
}

/** Variables, ends of connections and units of measure of the exported units. */
export interface ExportedUnits {
  /** Returns the variable that a port `unit.variable` names. */
  variableOf(port: string): Variable | undefined;
  /** Returns an end of a connection. */
  endOf(port: string, indices: number[] | undefined): SspConnection['start'];
  /** Units of measure with a definition, by their names. */
  readonly unitsOfMeasure: ReadonlyMap<string, UnitOfMeasure>;
}

/** Returns the connectors of a system and their connections. Factors contain conversions of units. */
export function exportedConnectors(
  { connectors = {} }: Pick<SystemFile, 'connectors'>,
  units: ExportedUnits,
  transformationOf: (connection: ConnectionFile) => SspConnection['transformation'],
): Pick<SystemStructure['system'], 'connectors' | 'connections'> {
  const outside = Object.entries(connectors).map(([key, of]) => outsideOf(key, of));
  const byName = new Map<string, Outside[]>();
  for (const each of outside) byName.set(each.name, [...(byName.get(each.name) ?? []), each]);
  return {
    connectors: [...byName.values()].map((parts) => connectorOf(parts, units)),
    connections: outside.flatMap(({ name, indices, feeds, source }) => {
      const own = { connector: name, ...(indices && { indices }) };
      const shared = (of: ConnectionFile) => ({
        ...{ suppressUnitConversion: true, transformation: transformationOf(of), place: '' },
      });
      return [
        ...feeds.map((feed) => ({ start: own, end: units.endOf(feed.to, feed.toIndex), ...shared(feed) })),
        ...(source === undefined
          ? []
          : [{ start: units.endOf(source.from, source.fromIndex), end: own, ...shared(source) }]),
      ];
    }),
  };
}

function outsideOf(key: string, of: NonNullable<SystemFile['connectors']>[string]): Outside {
  const { to = [], from, fromIndex, factor, offset, unitOfMeasure } = of;
  const [, base, indexes] = /^(.+)\[(\d+(?:, ?\d+)*)\]$/.exec(key) ?? [];
  const isElement = base !== undefined && to.length > 0 && from === undefined;
  const converted = { ...(factor !== undefined && { factor }), ...(offset !== undefined && { offset }) };
  return {
    name: isElement ? base : key,
    indices: isElement ? indexes.split(',').map(Number) : undefined,
    unitOfMeasure,
    feeds: to.map((feed) => ({ from: key, ...feed })),
    source:
      from === undefined
        ? undefined
        : { from, to: key, ...(fromIndex !== undefined && { fromIndex }), ...converted },
  };
}

/** Returns a connector from all entries with its name: one for each element that is connected alone. */
function connectorOf(parts: readonly Outside[], units: ExportedUnits): Connector {
  const [{ name, unitOfMeasure, source }] = parts;
  const feeds = parts.flatMap((part) => part.feeds);
  const [first] = feeds;
  const variable = units.variableOf(source?.from ?? first?.to ?? '');
  const inputs = feeds.some(({ to }) => units.variableOf(to)?.causality === 'input');
  const kind = source !== undefined ? 'output' : inputs ? 'input' : 'parameter';
  const wanted = unitOfMeasure ?? variable?.unit;
  const unit = wanted === undefined ? undefined : (units.unitsOfMeasure.get(wanted) ?? { name: wanted });
  const indices = parts.flatMap((part) => (part.indices === undefined ? [] : [part.indices]));
  return {
    ...{ name, kind },
    // The component already defines the enumeration.
    ...(variable !== undefined && variable.type !== 'Enumeration' && { type: variable.type }),
    ...(unit !== undefined && { unit }),
    dimensions:
      indices.length > 0 ? largest(indices) : isWhole(source, first) ? (variable?.dimensions ?? []) : [],
  };
}

/** Reports whether a connection concerns all elements of a variable. */
function isWhole(source: ConnectionFile | undefined, feed: ConnectionFile | undefined): boolean {
  return source?.fromIndex === undefined && feed?.toIndex === undefined;
}

function largest(indices: readonly (readonly number[])[]): number[] {
  return indices[0].map((_, k) => Math.max(...indices.map((index) => index[k])));
}

/** Returns the variable that `unit.variable` names. The longest name of a unit counts. */
export function variableFinder(
  descriptions: ReadonlyMap<string, ModelDescription>,
  endOf: ExportedUnits['endOf'],
): ExportedUnits['variableOf'] {
  return (port) => {
    const { element = '', connector } = endOf(port, undefined);
    return descriptions.get(element)?.variables.find(({ name }) => name === connector);
  };
}
