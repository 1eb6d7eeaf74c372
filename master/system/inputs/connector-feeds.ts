import type { ModelDescription } from '../../../fmu-sdk/description/description.ts';
import { numberFrom } from '../../../fmu-sdk/description/values/decimal-text.ts';
import type { Context } from '../checks/check-context.ts';
import { converterTo } from '../connections/unit-conversion.ts';
import { findSettable, withIndex } from '../find-variable.ts';
import type { ConnectorFeedFile, Port } from '../system.ts';

/** Variable behind a connector of the system, and how its value follows from the connector's. */
export interface ConnectorFeed {
  port: Port;
  /** Flat index of the only element. Default: an element of the connector for each. */
  element?: number | undefined;
  /** Unit of measure of the connector's values. */
  unitOfMeasure?: string | undefined;
  /** Value = factor · value of the connector + offset, or by `map`. */
  factor: number;
  offset: number;
  map?: ConnectorFeedFile['map'];
}

/** Variables behind connectors of the system, by the connector's name. */
export type Connectors = ReadonlyMap<string, readonly ConnectorFeed[]>;

/** Resolves the connectors of a system to the inputs behind them, if any. */
export function inputConnectors(context: Context): Connectors {
  const { system } = context;
  const connectors = new Map<string, ConnectorFeed[]>();
  for (const [name, { to = [], unitOfMeasure }] of Object.entries(system.connectors ?? {})) {
    const feeds = to.map((feed, i): ConnectorFeed => {
      const path = ['connectors', name, 'to', i];
      const named = findSettable(context, feed.to, path);
      const { element, ...port } = withIndex(context, named, feed.to, feed.toIndex, path);
      const { factor = 1, offset = 0, map } = feed;
      return { port, element, unitOfMeasure, factor, offset, ...(map !== undefined && { map }) };
    });
    connectors.set(
      name,
      feeds.filter(({ port }) => port.variable.causality === 'input'),
    );
  }
  return connectors;
}

/**
 * Returns a function from a text at a connector, in `unitOfMeasure`, to the value of the variable
 * behind it. Throws an Error if a conversion is impossible.
 */
export function feedConverter(
  { port: { variable }, unitOfMeasure: own, factor, offset, map }: ConnectorFeed,
  description: ModelDescription,
  unitOfMeasure: string | undefined,
): (text: string) => unknown {
  const atConnector = { ...variable, unit: own ?? variable.unit };
  const convert = converterTo(atConnector, description, unitOfMeasure);
  if (map !== undefined) {
    const byText = new Map(map.map(([from, to]) => [String(from), to]));
    return (text) => byText.get(text) ?? text;
  }
  if (factor === 1 && offset === 0) return convert;
  return (text) => {
    const value = convert(text);
    const x = typeof value === 'number' ? value : numberFrom(value);
    return x === undefined ? value : factor * x + offset;
  };
}
