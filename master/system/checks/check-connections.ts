import type { JsonPath } from '../../../fmu-sdk/util/json/json-path.ts';
import { resolveConnection } from '../connections/resolve-connection.ts';
import { findElementPort, findSettable } from '../find-variable.ts';
import { orderNamed } from '../structure/extrapolation-order.ts';
import { ConnectionIndex } from '../structure/input-feeds.ts';
import type { Connection, ConnectionFile, SystemUnit } from '../system.ts';
import { variableLabel } from '../variable-label.ts';
import type { Context } from './check-context.ts';

/**
 * Resolves all connections to indexes and numbers. Refuses two connections into the same input or
 * element.
 */
export function checkConnections(context: Context): {
  connections: Connection[];
  feeds: ConnectionIndex;
  notes: string[];
} {
  const { system, units, refuse } = context;
  const feeds = new ConnectionIndex();
  const notes: string[] = [];
  const connections = (system.connections ?? []).map((file, i) => checkConnection(context, file, i, notes));
  connections.forEach((c, i) => {
    const rival = feeds.add(c);
    if (rival !== undefined)
      refuse(
        ['connections', i],
        `connect: ${variableLabel(c.to, units)} has two sources, ${variableLabel(rival.from, units)} and ${variableLabel(c.from, units)}. Remove one connection.`,
      );
  });
  return { connections, feeds, notes };
}

function checkConnection(context: Context, file: ConnectionFile, i: number, notes: string[]): Connection {
  const { system, units, refuse } = context;
  const path = ['connections', i];
  const { element: fromElement, ...from } = findElementPort(context, file.from, [...path, 'from']);
  const { element: toElement, ...to } = findSettable(context, file.to, [...path, 'to']);
  const elements = {
    ...(fromElement !== undefined && { fromElement }),
    ...(toElement !== undefined && { toElement }),
  };
  const holdsValue = isHeld({ from, to });
  const named = file.extrapolation ?? (file.order === undefined ? system.algorithm.extrapolation : undefined);
  const namedOrder = orderNamed(named);
  const order = holdsValue ? 0 : (namedOrder ?? file.order ?? system.algorithm.order ?? 0);
  const isOther = !holdsValue && named !== undefined && namedOrder === undefined;
  const extrapolation = isOther ? { extrapolation: named } : {};
  return resolveConnection(
    file,
    { from, to, order, ...elements, ...extrapolation },
    units,
    (what) => refuse(path, `connect: ${what}`),
    (words) => void notes.push(words),
  );
}

/**
 * Reports whether a connection holds its value between communication points. True if either end is
 * not continuous.
 */
const isHeld = ({ from, to }: Pick<Connection, 'from' | 'to'>): boolean =>
  [from, to].some(({ variable }) => variable.variability !== 'continuous');

/** Returns notes on connections that name an extrapolation but hold their value. */
export function notesOnHeld(
  files: readonly ConnectionFile[] | undefined,
  connections: readonly Connection[],
  units: readonly SystemUnit[],
): string[] {
  return (files ?? []).flatMap((file, i) => {
    const c = connections[i];
    const setting = file.extrapolation ?? (file.order || undefined);
    if (setting === undefined || setting === 'hold' || !isHeld(c)) return [];
    const end = [c.from, c.to].find(({ variable }) => variable.variability !== 'continuous')!;
    return [
      `connect ${variableLabel(c.from, units)} to ${variableLabel(c.to, units)}: the value is held, not extrapolated, because ${variableLabel(end, units)} is ${end.variable.variability}`,
    ];
  });
}

/** Requires that a connection passes its values unchanged. Interface models need this. */
export function requireUnchanged({ units, refuse }: Context, c: Connection, path: JsonPath): Connection {
  if (c.conversion !== undefined || c.from.variable.type !== c.to.variable.type)
    refuse(
      path,
      `the connection from ${variableLabel(c.from, units)} to ${variableLabel(c.to, units)} converts values. ` +
        'Interface models need the same unit of measure and type at both ends.',
    );
  return c;
}
