import { elementCount, type Variable } from '../../../fmu-sdk/description/description.ts';
import type { Conversion } from '../../../fmu-sdk/description/si-units.ts';
import { requireElement } from '../../../fmu-sdk/description/tables/element-index.ts';
import { isFloatType, widens } from '../../../fmu-sdk/description/values/float-types.ts';
import { isTriggered } from '../../../fmu-sdk/description/variables/triggered-clock.ts';
import { withArticle } from '../../../fmu-sdk/util/printable.ts';
import { messageOf } from '../../../fmu-sdk/util/user-error.ts';
import type { Connection, ConnectionFile, Port, SystemUnit } from '../system.ts';
import { variableLabel } from '../variable-label.ts';
import { itemsOf, mapOf, refuseUnknownItems } from './enumeration-map.ts';
import { type MeasuredEnd, unitRule } from './unit-rule.ts';

type RefuseConnection = (what: string) => never;

/**
 * Checks the properties of a connection and resolves them to indexes and numbers. `refuse` throws an
 * error. `note` receives what the user should know.
 */
export function resolveConnection(
  file: ConnectionFile,
  ends: Pick<Connection, 'from' | 'to' | 'order' | 'extrapolation' | 'fromElement' | 'toElement'>,
  units: readonly SystemUnit[],
  refuse: RefuseConnection,
  note: (words: string) => void,
): Connection {
  checkEnds(ends, units, refuse);
  const connection: Connection = { ...ends };
  const { from, to } = ends;
  for (const [index, element, end, text] of [
    ['fromIndex', 'fromElement', from, file.from],
    ['toIndex', 'toElement', to, file.to],
  ] as const) {
    const given = file[index];
    if (given === undefined) continue;
    if (ends[element] !== undefined)
      refuse(`${text} names an element, and "${index}" names one too. Remove "${index}".`);
    connection[element] = indexed(end, given, units, refuse);
  }
  checkSizes(connection, units, refuse);
  const ofUnits = file.convertUnits === false ? same : unitRule(endOf(from, units), endOf(to, units), refuse);
  if (ofUnits.note !== undefined) note(ofUnits.note);
  const conversion = wholeConversion(file, ofUnits, ends, units, refuse);
  if (conversion.factor !== 1 || conversion.offset !== 0) connection.conversion = conversion;
  if (file.map !== undefined && connection.conversion !== undefined)
    refuse(
      `${variableLabel(from, units)} to ${variableLabel(to, units)} has a map and also the factor ${conversion.factor} and offset ${conversion.offset}, but ` +
        'a map gives the input\'s values directly. Remove "factor" and "offset", and set "convertUnits": false.',
    );
  const items = itemsOf(ends, units);
  const map = file.map === undefined ? [] : mapOf(file.map, from, to, units, refuse);
  if (items !== undefined || file.map !== undefined)
    connection.map = new Map([...(items?.map ?? []), ...map]);
  if (items?.mapOnly !== undefined) connection.mapOnly = items.mapOnly;
  refuseUnknownItems(connection, units, refuse);
  return connection;
}

/** Causalities of variables that a connection may start at ("Allowed Connections" in SSP 2.0). */
const sources: ReadonlySet<string> = new Set(['output', 'local', 'calculatedParameter', 'independent']);

function checkEnds(
  { from, to }: Pick<Connection, 'from' | 'to'>,
  units: readonly SystemUnit[],
  refuse: RefuseConnection,
): void {
  const [a, b] = [from.variable, to.variable];
  const [source, target] = [from, to].map((port) => `${units[port.unit].name}.${port.variable.name}`);
  // A Clock that ticks by its own times is shared: what it feeds ticks with it.
  const shared = a.type === 'Clock' && !isTriggered(a);
  if (!shared && !sources.has(a.causality))
    refuse(
      `${source} is ${withArticle(a.causality)} and cannot be a source. ` +
        `Connect an output${a.type === 'Clock' ? ', or a Clock that sets its own ticks' : ''}.`,
    );
  if (b.causality !== 'input')
    refuse(`${target} is ${withArticle(b.causality)} and cannot be a target. Connect an input.`);
  if (b.type === 'Clock' && !isTriggered(b))
    refuse(
      `${target} is a ${b.intervalVariability} Clock, which sets its own ticks. Connect a Clock whose intervalVariability is triggered.`,
    );
  if (!widens(a.type, b.type) && itemsOf({ from, to }, units) === undefined)
    refuse(
      `${variableLabel(from, units)} is ${a.type}, but ${variableLabel(to, units)} is ${b.type}, which cannot hold all of its values. ` +
        'Connect variables of the same type, or numbers to a wider type.',
    );
}

/** Flat position of an element that an index for each dimension, from 1, names. */
function indexed(
  port: Port,
  index: readonly number[],
  units: readonly SystemUnit[],
  refuse: RefuseConnection,
): number {
  try {
    return requireElement(port.variable, variableLabel(port, units), index);
  } catch (error) {
    return refuse(messageOf(error));
  }
}

function checkSizes(
  { from, to, fromElement, toElement }: Connection,
  units: readonly SystemUnit[],
  refuse: RefuseConnection,
): void {
  const size = (v: Variable, element: number | undefined): number =>
    element === undefined ? elementCount(v) : 1;
  const [a, b] = [from.variable, to.variable];
  const whole = fromElement === undefined && toElement === undefined;
  const single = size(a, fromElement) === 1 && size(b, toElement) === 1;
  const fits =
    single ||
    (whole ? a.dimensions.join() === b.dimensions.join() : size(a, fromElement) === size(b, toElement));
  if (!fits)
    refuse(
      `${variableLabel(from, units)} has the dimensions [${a.dimensions}], but ${variableLabel(to, units)} has [${b.dimensions}]. ` +
        (whole ? 'Connect variables with the same dimensions.' : 'Name one element of each.'),
    );
}

/**
 * Returns the conversion input = factor · output + offset. It converts the unit of measure, then
 * applies the connection's own factor and offset.
 */
function wholeConversion(
  { factor = 1, offset = 0 }: ConnectionFile,
  ofUnits: Conversion,
  { from, to }: Pick<Connection, 'from' | 'to'>,
  units: readonly SystemUnit[],
  refuse: RefuseConnection,
): Conversion {
  const all = { factor: factor * ofUnits.factor, offset: factor * ofUnits.offset + offset };
  if (!Number.isFinite(all.factor) || !Number.isFinite(all.offset))
    refuse(
      `${variableLabel(from, units)} to ${variableLabel(to, units)} has the invalid factor ${all.factor} or offset ${all.offset}.`,
    );
  const identity = all.factor === 1 && all.offset === 0;
  if (!identity && !isFloatType(to.variable.type))
    refuse(
      `${variableLabel(from, units)} is ${from.variable.type}, but only Float64 and Float32 support a factor and an offset. ` +
        'Connect variables with the same unit of measure, or change the type to Float64.',
    );
  return all;
}

const same: Conversion & { note?: string } = { factor: 1, offset: 0 };

function endOf(port: Port, units: readonly SystemUnit[]): MeasuredEnd {
  const { unit: name, relativeQuantity } = port.variable;
  const { unitsOfMeasure } = units[port.unit].description;
  return {
    label: variableLabel(port, units),
    unit: name === undefined ? undefined : (unitsOfMeasure.find((unit) => unit.name === name) ?? { name }),
    // Only a unit of measure makes a number a quantity.
    relative: name === undefined ? undefined : relativeQuantity === true,
  };
}
