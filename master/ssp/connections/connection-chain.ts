import type { UnitOfMeasure } from '../../../fmu-sdk/description/description.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type MeasuredEnd, unitRule } from '../../system/connections/unit-rule.ts';
import type { Transformation } from '../ssd/system-structure.ts';
import type { Edge, Network, Node } from './ssp-network.ts';

/** Successive connections from component to component, through connectors of systems. */
export interface Chain {
  edges: Edge[];
  fromIndex?: number[];
  toIndex?: number[];
}

/**
 * Transformations of a value along a chain, in their order. Successive linear transformations are
 * merged, and identities are removed.
 */
export type Change = readonly Transformation[];

/** Limit of connectors between two components. Longer chains are circular. */
const longest = 100;

/**
 * Limit of all connections in chains through systems. If each connector is fed twice, the number of
 * chains doubles with each.
 */
const mostPassed = 2_000_000;

/** Counts the connections in chains through systems. Throws a UserError beyond the limit. */
export class ChainCounter {
  private passed = 0;

  pass(node: Node, connections = 1): void {
    this.passed += connections;
    if (this.passed > mostPassed)
      throw new UserError(
        `connect ${node.label}: expected at most ${mostPassed} connections in chains through connectors of systems. ` +
          'Connect each connector only once.',
      );
  }
}

/** Returns the chains from components into a connector, or into one element with `index`. */
export function chainsInto(
  network: Network,
  node: Node,
  ways: ChainCounter,
  index?: readonly number[],
  depth = 0,
): Chain[] {
  if (depth > longest)
    throw new UserError(`connect: ${node.label} is part of a circular connection between systems.`);
  return (network.into.get(node) ?? []).flatMap((edge): Chain[] => {
    if (index !== undefined && edge.toIndex !== undefined && index.join() !== edge.toIndex.join()) return [];
    const whole = edge.toIndex === undefined && edge.fromIndex === undefined;
    const sourceIndex = edge.fromIndex ?? (whole ? index : undefined);
    const to = edge.toIndex ?? index;
    ways.pass(node, depth + 1);
    if (edge.from.leaf !== undefined) return [chain([edge], sourceIndex, to)];
    return chainsInto(network, edge.from, ways, sourceIndex, depth + 1).map((before) =>
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

/**
 * Appends the transformations of these edges for a value of the first node. A connector of a system
 * does not tell whether its values are differences, so they keep the kind of their source.
 *
 * @param note receives what the user should know
 */
export function changeOver(
  edges: readonly Edge[],
  source: MeasuredEnd,
  note: (words: string) => void,
  before: Change = [],
): Change {
  let { unit, relative } = source;
  let change = before;
  for (const { from, to, connection } of edges) {
    const { suppressUnitConversion, transformation, place } = connection;
    const end = measured(to);
    if (!suppressUnitConversion) {
      const rule = unitRule({ label: labelOf(from.label, unit), unit, relative }, end, (words) => {
        throw new UserError(`${place}: connect: ${words}`);
      });
      if (rule.note !== undefined) note(`${place}: ${rule.note}`);
      change = appendTransformation(
        change,
        { kind: 'linear', factor: rule.factor, offset: rule.offset },
        place,
      );
    }
    unit = to.unit ?? (suppressUnitConversion ? undefined : unit);
    relative = end.relative ?? (suppressUnitConversion ? undefined : relative);
    change = appendTransformation(change, transformation, place);
  }
  return change;
}

/** Returns what the rule for units of measure needs to know about a connector. */
export function measured({ label, unit, variable }: Node): MeasuredEnd {
  const relative =
    unit === undefined || variable === undefined ? undefined : variable.relativeQuantity === true;
  return { label: labelOf(label, unit), unit, relative };
}

const labelOf = (label: string, unit: UnitOfMeasure | undefined): string =>
  unit === undefined ? label : `${label} [${unit.name}]`;

/** Appends a transformation to a change. */
export function appendTransformation(
  change: Change,
  step: Transformation | undefined,
  place: string,
): Change {
  if (step === undefined) return change;
  const last = change.at(-1);
  if (step.kind === 'map') return [...change, step];
  const [steps, before] = last?.kind === 'linear' ? [change.slice(0, -1), last] : [change, same];
  const factor = step.factor * before.factor;
  const offset = step.factor * before.offset + step.offset;
  if (!Number.isFinite(factor) || isLost(factor, step.factor, before.factor))
    throw new UserError(
      `${place}: the factors ${before.factor} and ${step.factor} multiply to ${factor}. Use factors whose product is a finite, nonzero Float64.`,
    );
  return factor === 1 && offset === 0 ? steps : [...steps, { kind: 'linear', factor, offset }];
}

const same = { factor: 1, offset: 0 };

/** Reports whether a product underflows to 0. */
export function isLost(product: number, a: number, b: number): boolean {
  return product === 0 && a !== 0 && b !== 0;
}
