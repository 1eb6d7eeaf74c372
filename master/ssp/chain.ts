import type { UnitOfMeasure } from '../../fmu-sdk/description/description.ts';
import { conversionOf } from '../../fmu-sdk/description/si.ts';
import { UserError } from '../../fmu-sdk/error.ts';
import type { Edge, Network, Node } from './network.ts';
import type { Transformation } from './structure.ts';

/** Connections one after the other, from a component to a component, through connectors of systems. */
export interface Chain {
  edges: Edge[];
  fromIndex?: number[];
  toIndex?: number[];
}

/** Input = factor · output + offset, or by a map. */
export interface Change {
  factor: number;
  offset: number;
  map?: Extract<Transformation, { kind: 'map' }>;
}

/** Connectors that data may pass from one component to the next; beyond, they go round in a circle. */
const longest = 100;

/**
 * Connections that ways through connectors of systems may have, all together: where each connector is fed twice, the ways
 * double with each.
 */
const mostPassed = 2_000_000;

/** Counts the connections on ways through systems; a UserError where they are too many. */
export class Ways {
  private passed = 0;

  pass(node: Node, connections = 1): void {
    this.passed += connections;
    if (this.passed > mostPassed)
      throw new UserError(
        `connect ${node.label}: the ways through connectors of systems have more than ${mostPassed} connections. ` +
          'Connect each connector once.',
      );
  }
}

/** What feeds a connector: chains that begin at components; `index` asks for one element. */
export function chainsInto(
  network: Network,
  node: Node,
  ways: Ways,
  index?: readonly number[],
  depth = 0,
): Chain[] {
  if (depth > longest) throw new UserError(`connect: ${node.label} is connected in a circle of systems.`);
  return (network.into.get(node) ?? []).flatMap((edge): Chain[] => {
    if (index !== undefined && edge.toIndex !== undefined && index.join() !== edge.toIndex.join()) return [];
    const whole = edge.toIndex === undefined && edge.fromIndex === undefined;
    const asked = edge.fromIndex ?? (whole ? index : undefined);
    const to = edge.toIndex ?? index;
    ways.pass(node, depth + 1);
    if (edge.from.leaf !== undefined) return [chain([edge], asked, to)];
    return chainsInto(network, edge.from, ways, asked, depth + 1).map((before) =>
      chain([...before.edges, edge], before.fromIndex, whole ? before.toIndex : to),
    );
  });
}

function chain(edges: Edge[], fromIndex?: readonly number[], toIndex?: readonly number[]): Chain {
  return {
    edges,
    ...(fromIndex !== undefined && { fromIndex: [...fromIndex] }),
    ...(toIndex !== undefined && { toIndex: [...toIndex] }),
  };
}

/** What becomes of a value in `unit` on its way over these edges. */
export function changeOver(edges: readonly Edge[], unit: UnitOfMeasure | undefined): Change {
  let now = unit;
  let change: Change = { factor: 1, offset: 0 };
  for (const { from, to, connection } of edges) {
    const { suppressUnitConversion, transformation, place } = connection;
    if (!suppressUnitConversion) change = { ...change, ...converted(change, now, to.unit, from, to, place) };
    now = to.unit ?? (suppressUnitConversion ? undefined : now);
    change = transformed(change, transformation, place);
  }
  return change;
}

function converted(
  { factor, offset }: Change,
  a: UnitOfMeasure | undefined,
  b: UnitOfMeasure | undefined,
  from: Node,
  to: Node,
  place: string,
): Change {
  const rule = unitRule(a, b);
  if (rule !== undefined && (from.variable?.relativeQuantity || to.variable?.relativeQuantity))
    // A difference of temperatures has no zero: 1 degC more is 1 K more.
    return { factor: rule.factor * factor, offset: rule.factor * offset };
  if (rule === undefined)
    throw new UserError(
      `${place}: connect: ${from.label} [${a?.name}] cannot feed ${to.label} [${b?.name}]. ` +
        'Connect variables of the same quantity.',
    );
  return { factor: rule.factor * factor, offset: rule.factor * offset + rule.offset };
}

/** From one unit to another; nothing changes where one of them is not known. Undefined: they measure different things. */
export function unitRule(
  a: UnitOfMeasure | undefined,
  b: UnitOfMeasure | undefined,
): { factor: number; offset: number } | undefined {
  if (a === undefined || b === undefined) return { factor: 1, offset: 0 };
  if (a.base === undefined || b.base === undefined)
    return a.name === b.name ? { factor: 1, offset: 0 } : undefined;
  return conversionOf(a.base, b.base);
}

export function transformed(
  change: Change,
  transformation: Transformation | undefined,
  place: string,
): Change {
  if (transformation === undefined) return change;
  const { factor, offset, map } = change;
  if (transformation.kind === 'linear')
    return {
      ...change,
      factor: transformation.factor * factor,
      offset: transformation.factor * offset + transformation.offset,
    };
  if (map !== undefined)
    throw new UserError(`${place}: a value goes through two maps on its way. Make one of them.`);
  return { ...change, map: transformation };
}
