import type { UnitOfMeasure } from '../../fmu-sdk/description/description.ts';
import { conversionOf } from '../../fmu-sdk/description/si-units.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { Edge, Network, Node } from './ssp-network.ts';
import type { Transformation } from './system-structure.ts';

/** Connections one after the other, from a component to a component, through connectors of systems. */
export interface Chain {
  edges: Edge[];
  fromIndex?: number[];
  toIndex?: number[];
}

/**
 * What becomes of a value on its way: steps, each done to what the one before it gives. Linear steps that follow one another are one,
 * and one that changes nothing is none.
 */
export type Change = readonly Transformation[];

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

/** What becomes of a value in `unit` on its way over these edges, after what has become of it before. */
export function changeOver(
  edges: readonly Edge[],
  unit: UnitOfMeasure | undefined,
  before: Change = [],
): Change {
  let now = unit;
  let change = before;
  for (const { from, to, connection } of edges) {
    const { suppressUnitConversion, transformation, place } = connection;
    if (!suppressUnitConversion) change = followed(change, conversion(now, from, to, place), place);
    now = to.unit ?? (suppressUnitConversion ? undefined : now);
    change = followed(change, transformation, place);
  }
  return change;
}

function conversion(a: UnitOfMeasure | undefined, from: Node, to: Node, place: string): Transformation {
  const rule = unitRule(a, to.unit);
  if (rule === undefined)
    throw new UserError(
      `${place}: connect: ${from.label} [${a?.name}] cannot feed ${to.label} [${to.unit?.name}]. ` +
        'Connect variables of the same quantity.',
    );
  // A difference of temperatures has no zero: 1 degC more is 1 K more.
  const relative = from.variable?.relativeQuantity || to.variable?.relativeQuantity;
  return { kind: 'linear', factor: rule.factor, offset: relative ? 0 : rule.offset };
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

/** A change, and one step more after it. */
export function followed(change: Change, step: Transformation | undefined, place: string): Change {
  if (step === undefined) return change;
  const last = change.at(-1);
  if (step.kind === 'map') return [...change, step];
  const [steps, before] = last?.kind === 'linear' ? [change.slice(0, -1), last] : [change, same];
  const factor = step.factor * before.factor;
  const offset = step.factor * before.offset + step.offset;
  if (!Number.isFinite(factor) || isLost(factor, step.factor, before.factor))
    throw new UserError(
      `${place}: the factors ${before.factor} and ${step.factor} on the way come to ${factor}. Give factors whose product a Float64 holds.`,
    );
  return factor === 1 && offset === 0 ? steps : [...steps, { kind: 'linear', factor, offset }];
}

const same = { factor: 1, offset: 0 };

/** Whether a product is 0 that is none: it is too small for a number. */
export function isLost(product: number, a: number, b: number): boolean {
  return product === 0 && a !== 0 && b !== 0;
}
