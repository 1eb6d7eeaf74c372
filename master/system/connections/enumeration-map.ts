import { enumerationItems } from '../../../fmu-sdk/description/description.ts';
import { checkValue } from '../../../fmu-sdk/description/values/element-value.ts';
import { integerRanges, isInteger } from '../../../fmu-sdk/description/values/float-types.ts';
import { declarationOf } from '../../../fmu-sdk/description/values/value-declaration.ts';
import { messageOf } from '../../../fmu-sdk/util/user-error.ts';
import type { Connection, ConnectionFile, Port, SystemUnit } from '../system.ts';
import { variableLabel } from '../variable-label.ts';

type RefuseConnection = (what: string) => never;

/**
 * Returns the map from output values to input values. Each value is checked against the type of its
 * end.
 */
export function mapOf(
  pairs: NonNullable<ConnectionFile['map']>,
  from: Port,
  to: Port,
  units: readonly SystemUnit[],
  refuse: RefuseConnection,
): Map<number | bigint, number | bigint> {
  const { type } = from.variable;
  if (!/^(Boolean|Enumeration|U?Int\d+)$/.test(type))
    refuse(`${variableLabel(from, units)} is ${type}, but a map needs a boolean, integer or enumeration.`);
  const value = (port: Port, input: unknown): number | bigint => {
    try {
      return checkValue(declarationOf(units[port.unit].description, port.variable), input);
    } catch (error) {
      return refuse(
        `map from ${variableLabel(from, units)} to ${variableLabel(to, units)}: ${messageOf(error)}`,
      );
    }
  };
  const map = new Map(pairs.map(([source, target]) => [value(from, source), value(to, target)]));
  if (map.size < pairs.length)
    refuse(
      `map from ${variableLabel(from, units)} to ${variableLabel(to, units)}: an output value occurs twice. Remove one of the pairs.`,
    );
  return map;
}

/**
 * Maps an integer to an enumeration or back by the values of the items. A number without an item of
 * the input is refused at run time. Returns undefined for other pairs of types.
 */
export function itemsOf(
  { from, to }: Pick<Connection, 'from' | 'to'>,
  units: readonly SystemUnit[],
): (Pick<Connection, 'mapOnly'> & { map: Map<number | bigint, number | bigint> }) | undefined {
  const [a, b] = [from, to].map(({ variable }) => variable.type);
  const enumeration = a === 'Enumeration' ? from : b === 'Enumeration' ? to : undefined;
  const whole = enumeration === from ? to : from;
  const { type } = whole.variable;
  if (enumeration === undefined || !isInteger(type)) return undefined;
  const [min, max] = integerRanges[type];
  const items = enumerationItems(units[enumeration.unit].description, enumeration.variable);
  const fitting = items.filter(({ value }) => BigInt(value) >= min && BigInt(value) <= max);
  // An output enumeration needs all of its items. An input does not need items that its source
  // cannot produce.
  if (items.length === 0 || (enumeration === from && fitting.length < items.length)) return undefined;
  const at = (port: Port, value: number | bigint): number | bigint =>
    checkValue(declarationOf(units[port.unit].description, port.variable), value);
  const map = new Map(fitting.map(({ value }) => [at(from, value), at(to, value)]));
  if (enumeration === from) return { map };
  return {
    map,
    mapOnly: {
      ends: `${variableLabel(from, units)} → ${variableLabel(to, units)}`,
      items: items.map(({ name, value }) => `"${name}" (${value})`).join(', '),
    },
  };
}

/**
 * Refuses an output enumeration with an item that the input's enumeration lacks, unless a map
 * replaces it.
 */
export function refuseUnknownItems(
  { from, to, map }: Connection,
  units: readonly SystemUnit[],
  refuse: RefuseConnection,
): void {
  if (from.variable.type !== 'Enumeration') return;
  const [sourceItems, known] = [from, to].map(({ unit, variable }) =>
    enumerationItems(units[unit].description, variable),
  );
  if (known.length === 0) return;
  const alien = sourceItems.find(
    ({ value }) => !known.some((item) => item.value === (map?.get(value) ?? value)),
  );
  if (alien !== undefined)
    refuse(
      `${variableLabel(from, units)} may be "${alien.name}" (${alien.value}), which is not an item of ${variableLabel(to, units)}: ` +
        `${known.map((item) => `"${item.name}" (${item.value})`).join(', ')}. Add a "map".`,
    );
}
