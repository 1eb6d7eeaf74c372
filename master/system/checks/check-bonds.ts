import { elementCount } from '../../../fmu-sdk/description/description.ts';
import { isEqualExceptAngles, parseUnitOfMeasure, productOf } from '../../../fmu-sdk/description/si-units.ts';
import type { JsonPath } from '../../../fmu-sdk/util/json/json-path.ts';
import { connectedElements } from '../connections/connected-elements.ts';
import { findElementPort } from '../find-variable.ts';
import type { Bond, BondTerm, Connection, SystemFile } from '../system.ts';
import { variableLabel } from '../variable-label.ts';
import type { Context } from './check-context.ts';

type BondFile = NonNullable<SystemFile['bonds']>[number];

/**
 * Checks power bonds. In each term, the effort feeds the unit of the flow, and the flow feeds the
 * unit of the effort.
 */
export function checkBonds(context: Context, connections: readonly Connection[]): Bond[] {
  return (context.system.bonds ?? []).map((bond, i) => {
    const terms = bond.terms.map((term, k) =>
      checkTerm(context, connections, term, ['bonds', i, 'terms', k]),
    );
    return { name: bond.name, terms, unit: energyUnit(bond, terms) };
  });
}

function checkTerm(
  context: Context,
  connections: readonly Connection[],
  term: BondFile['terms'][number],
  path: JsonPath,
): BondTerm {
  const flowUnit = findElementPort(context, term.flow, [...path, 'flow']).unit;
  const effortUnit = findElementPort(context, term.effort, [...path, 'effort']).unit;
  const effort = between(context, connections, term.effort, flowUnit, [...path, 'effort']);
  const flow = between(context, connections, term.flow, effortUnit, [...path, 'flow']);
  const counts = [effort, flow].map((connection) => connectedElements(connection).length);
  if (counts[0] !== counts[1])
    context.refuse(
      path,
      `bond: ${term.effort} passes ${counts[0]} elements, but ${term.flow} passes ${counts[1]}. Name as many of each.`,
    );
  return { effort, flow, weight: term.weight ?? 1 };
}

/** The connection of a variable to a unit, or of the element that the text names. */
function between(
  context: Context,
  connections: readonly Connection[],
  from: string,
  toUnit: number,
  path: JsonPath,
): Connection {
  const { element, ...source } = findElementPort(context, from, path);
  const { units, refuse } = context;
  const passed = (c: Connection): boolean =>
    c.from.unit === source.unit && c.from.variable === source.variable && c.to.unit === toUnit;
  const connection =
    connections.find((c) => passed(c) && c.fromElement === element) ??
    connections.find((c) => passed(c) && (element === undefined || isWhole(c)));
  if (connection !== undefined) {
    requireMagnitude(context, connection, path);
    const isOneOfMany = element === undefined && connection.fromElement !== undefined;
    if (isOneOfMany && elementCount(source.variable) > 1)
      refuse(
        path,
        `bond: only one element of ${from} is connected to ${units[toUnit].name}. Name this element.`,
      );
    const isPart = element !== undefined && isWhole(connection);
    return isPart ? { ...connection, fromElement: element, toElement: element } : connection;
  }
  return refuse(path, `bond: ${from} is not connected to ${units[toUnit].name}. Add this connection.`);
}

/** Requires that a connection passes its values unchanged or with the opposite sign. */
function requireMagnitude({ units, refuse }: Context, c: Connection, path: JsonPath): void {
  const { factor, offset } = c.conversion ?? { factor: 1, offset: 0 };
  if (Math.abs(factor) !== 1 || offset !== 0 || c.from.variable.type !== c.to.variable.type)
    refuse(
      path,
      `the connection from ${variableLabel(c.from, units)} to ${variableLabel(c.to, units)} converts values. ` +
        'Bonds need one unit of measure and type at both ends, and the factor 1 or −1.',
    );
}

const isWhole = ({ fromElement, toElement }: Connection): boolean =>
  fromElement === undefined && toElement === undefined;

/** `J` where every term is a power times time, else what it is. */
function energyUnit(bond: BondFile, terms: readonly BondTerm[]): string {
  const powers = new Map<string, boolean>();
  terms.forEach(({ effort, flow }, k) => {
    const measures = [effort.from, flow.from].map((p) => p.variable.unit ?? '1');
    const factors = measures.concat(bond.terms[k].weightUnit ?? []);
    powers.set(factors.join(' · '), isPower(factors));
  });
  const physical = [...powers.values()].every(Boolean);
  return physical ? 'J' : `${[...powers.keys()].join(' + ')} · s`;
}

function isPower(factors: string[]): boolean {
  return isEqualExceptAngles(productOf(factors), parseUnitOfMeasure('W'));
}
