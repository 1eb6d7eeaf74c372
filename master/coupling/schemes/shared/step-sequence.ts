import { UserError } from '../../../../fmu-sdk/util/user-error.ts';
import { sequenceProblem } from '../../../system/checks/check-sequence.ts';
import type { CheckedSystem, Connection, SystemUnit } from '../../../system/system.ts';

/** Order in which the units of a system step one after another. */
export interface Sequence {
  /** Indexes of the units in their order. */
  units: number[];
  /** Reason for the order, for messages. */
  reason: string;
}

/**
 * Returns the sequence of the system file, or one with few connections to earlier units. The rule
 * is that of Eades, Lin & Smyth (1993): sinks last, sources first, then the unit with the largest
 * surplus of outputs. Ties keep the system's order.
 */
export function sequenceOf({ name, units, connections, sequence }: CheckedSystem): Sequence {
  const hasSequence = sequence !== undefined;
  const order = hasSequence ? refuseOther(sequence, units, name) : findSequence(units.length, connections);
  const place = order.map((_, k) => order.indexOf(k));
  const back = connections.filter(({ from, to }) => place[from.unit] >= place[to.unit]);
  const names = order.map((k) => units[k].name).join(', ');
  const late = [
    ...new Set(
      back.map(
        ({ from, to }) =>
          `${units[from.unit].name}.${from.variable.name} → ${units[to.unit].name}.${to.variable.name}`,
      ),
    ),
  ];
  const rest =
    late.length === 0
      ? 'every connection goes to a later unit'
      : `${late.length} of ${connections.length} connections go back to an earlier unit: ${late.slice(0, 5).join(', ')}${late.length > 5 ? ', …' : ''}`;
  return { units: order, reason: `${names} (${hasSequence ? 'as given in the system' : 'found'}): ${rest}` };
}

function refuseOther(sequence: readonly string[], units: readonly SystemUnit[], name: string): number[] {
  const names = units.map((unit) => unit.name);
  const problem = sequenceProblem(sequence, names);
  if (problem !== undefined) throw new UserError(`run ${name}: ${problem}`);
  return sequence.map((text) => names.indexOf(text));
}

function findSequence(count: number, connections: readonly Connection[]): number[] {
  const weight = weights(count, connections);
  const remaining = new Set(Array.from({ length: count }, (_, k) => k));
  const sum = (list: Map<number, number>): number =>
    [...list].reduce((total, [k, w]) => total + (remaining.has(k) ? w : 0), 0);
  const first: number[] = [];
  const last: number[] = [];
  while (remaining.size > 0) {
    let best = -1;
    let most = Number.NEGATIVE_INFINITY;
    let isSink = false;
    for (const k of remaining) {
      const [gives, takes] = [sum(weight.gives[k]), sum(weight.takes[k])];
      const score = takes === 0 ? Number.POSITIVE_INFINITY : gives - takes;
      if (gives === 0 && takes > 0) {
        [best, isSink] = [k, true];
        break;
      }
      if (score > most) [best, most] = [k, score];
    }
    remaining.delete(best);
    if (isSink) last.unshift(best);
    else first.push(best);
  }
  return [...first, ...last];
}

/** Counts the connections between each pair of units, in both directions. */
function weights(
  count: number,
  connections: readonly Connection[],
): { gives: Map<number, number>[]; takes: Map<number, number>[] } {
  const maps = (): Map<number, number>[] => Array.from({ length: count }, () => new Map());
  const [gives, takes] = [maps(), maps()];
  const add = (map: Map<number, number>, k: number): void => {
    map.set(k, (map.get(k) ?? 0) + 1);
  };
  for (const { from, to } of connections) {
    if (from.unit === to.unit) continue;
    add(gives[from.unit], to.unit);
    add(takes[to.unit], from.unit);
  }
  return { gives, takes };
}
