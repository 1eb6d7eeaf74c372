import type { ModelDescription } from '../../../fmu-sdk/description/description.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Connection, Port, SystemUnit } from '../system.ts';

/**
 * Reports whether an output depends directly on an input, by the model structure of its unit. True
 * if the model structure lists no dependencies.
 */
type FeedsThrough = (unit: number, input: number, output: number) => boolean;

/**
 * Limit of the number of pairs of a connection into a unit and one out of it (half a gigabyte of
 * memory).
 */
const mostPairs = 50_000_000;

/**
 * Finds algebraic loops: paths from an output over connections and direct feed-through back to
 * itself. Returns one shortest path for each set of connections on common loops, as connections in
 * order.
 */
export function findLoops(
  connections: readonly Connection[],
  descriptions: readonly ModelDescription[],
): Connection[][] {
  const through = feedThrough(descriptions);
  const leaving = descriptions.map((): number[] => []);
  connections.forEach(({ from }, k) => {
    leaving[from.unit].push(k);
  });
  let pairs = 0;
  const next = connections.map(({ to }) => {
    const successors = leaving[to.unit].filter((k) =>
      through(to.unit, to.variable.valueReference, connections[k].from.variable.valueReference),
    );
    pairs += successors.length;
    if (pairs > mostPairs)
      throw new UserError(
        `connect: finding algebraic loops supports at most ${mostPairs} pairs of an input and an output that depends on it. ` +
          'Connect fewer variables, or use FMUs that list the dependencies of their outputs.',
      );
    return successors;
  });
  const visited = new Set<number>();
  const loops: Connection[][] = [];
  connections.forEach((_, k) => {
    if (visited.has(k)) return;
    const loop = shortestLoop(k, next);
    if (loop === undefined) return;
    for (const i of onCommonLoops(k, next)) visited.add(i);
    loops.push(loop.map((i) => connections[i]));
  });
  return loops;
}

/** Returns the algebraic loops as paths for messages: `a.y → b.u, b.y → a.u, back to a.y`. */
export function loopTexts(connections: readonly Connection[], units: readonly SystemUnit[]): string[] {
  const name = ({ unit, variable }: Port): string => `${units[unit].name}.${variable.name}`;
  const descriptions = units.map(({ description }) => description);
  return findLoops(connections, descriptions).map((loop) => {
    const steps = loop.map(({ from, to }) => `${name(from)} → ${name(to)}`);
    return `${steps.join(', ')}, back to ${name(loop[0].from)}`;
  });
}

function feedThrough(descriptions: readonly ModelDescription[]): FeedsThrough {
  const inputs = descriptions.map((description) => {
    const byOutput = new Map<number, Set<number>>();
    for (const { variable, dependencies } of description.outputs)
      if (dependencies !== undefined)
        byOutput.set(
          description.variables[variable].valueReference,
          new Set(dependencies.map((i) => description.variables[i].valueReference)),
        );
    return byOutput;
  });
  return (unit, input, output) => inputs[unit].get(output)?.has(input) ?? true;
}

/** Breadth first from k back to k. */
function shortestLoop(k: number, next: readonly number[][]): number[] | undefined {
  const from = new Map<number, number>();
  const queue = [k];
  for (const i of queue) {
    for (const j of next[i]) {
      if (j === k) return pathTo(i, k, from);
      if (from.has(j)) continue;
      from.set(j, i);
      queue.push(j);
    }
  }
  return undefined;
}

function pathTo(end: number, start: number, from: ReadonlyMap<number, number>): number[] {
  const path = [end];
  while (path[0] !== start) path.unshift(from.get(path[0]) as number);
  return path;
}

/** Returns all connections that k reaches and that reach k. */
function onCommonLoops(k: number, next: readonly number[][]): number[] {
  const back: number[][] = next.map(() => []);
  next.forEach((list, i) => {
    for (const j of list) back[j].push(i);
  });
  const reaching = reachable(k, back);
  return [...reachable(k, next)].filter((i) => reaching.has(i));
}

function reachable(k: number, next: readonly number[][]): Set<number> {
  const visited = new Set([k]);
  for (const i of visited) for (const j of next[i]) visited.add(j);
  return visited;
}
