import { enumerationItems } from '../../fmu-sdk/description/description.ts';
import { messageOf } from '../../fmu-sdk/error.ts';
import { declaredBy } from '../../fmu-sdk/values/declared.ts';
import { elementOf } from '../../fmu-sdk/values/element.ts';
import { label } from './label.ts';
import type { Connection, ConnectionFile, Port, SystemUnit } from './system.ts';

type Say = (what: string) => never;

/** The input's value by the output's, each checked at its own end. */
export function mapOf(
  pairs: NonNullable<ConnectionFile['map']>,
  from: Port,
  to: Port,
  units: readonly SystemUnit[],
  say: Say,
): Map<number | bigint, number | bigint> {
  const { type } = from.variable;
  if (!/^(Boolean|Enumeration|U?Int\d+)$/.test(type))
    say(`${label(from, units)} is ${type}; a map is for booleans, integers and enumerations.`);
  const value = (port: Port, given: unknown): number | bigint => {
    try {
      return elementOf(declaredBy(units[port.unit].description, port.variable), given);
    } catch (error) {
      return say(`map of ${label(from, units)} to ${label(to, units)}: ${messageOf(error)}`);
    }
  };
  const map = new Map(pairs.map(([source, target]) => [value(from, source), value(to, target)]));
  if (map.size < pairs.length)
    say(`map of ${label(from, units)} to ${label(to, units)}: a value is in it twice.`);
  return map;
}

/** Refuses an enumeration whose output may have a value that is no item of the input's, unless a map replaces it. */
export function refuseUnknownItems(
  { from, to, map }: Connection,
  units: readonly SystemUnit[],
  say: Say,
): void {
  if (from.variable.type !== 'Enumeration') return;
  const [given, known] = [from, to].map(({ unit, variable }) =>
    enumerationItems(units[unit].description, variable),
  );
  if (known.length === 0) return;
  const alien = given.find(({ value }) => !known.some((item) => item.value === (map?.get(value) ?? value)));
  if (alien !== undefined)
    say(
      `${label(from, units)} may be "${alien.name}" (${alien.value}), which is no item of ${label(to, units)}: ` +
        `${known.map((item) => `"${item.name}" (${item.value})`).join(', ')}. Add a "map".`,
    );
}
