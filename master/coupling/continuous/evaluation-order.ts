import type { ModelDescription, Variable } from '../../../fmu-sdk/description/description.ts';
import type { Connection, Port } from '../../system/system.ts';

/** Output that changes continuously and feeds units of the group. */
export interface Source {
  readonly unit: number;
  readonly variable: Variable;
  readonly connections: readonly Connection[];
}

/**
 * Sources that are evaluated together. Either they belong to one unit whose inputs are known, or
 * they form a loop.
 */
export interface Stage {
  readonly loop: boolean;
  readonly sources: readonly number[];
}

/** Reports whether a connection passes values between events too. */
export function isContinuous({ from, to, map }: Connection): boolean {
  return (
    from.variable.variability === 'continuous' &&
    to.variable.variability === 'continuous' &&
    map === undefined
  );
}

/** Returns the sources of connections, each output once. */
export function sourcesOf(connections: readonly Connection[]): Source[] {
  const sourcesByKey = new Map<string, Source & { connections: Connection[] }>();
  for (const connection of connections) {
    const { unit, variable } = connection.from;
    const key = keyOf(connection.from);
    const source = sourcesByKey.get(key) ?? { unit, variable, connections: [] };
    source.connections.push(connection);
    sourcesByKey.set(key, source);
  }
  return [...sourcesByKey.values()];
}

/**
 * Returns the key of a variable. In FMI 2.0 a value reference is unique only together with the
 * type.
 */
export function keyOf({ unit, variable }: Port): string {
  return `${unit}.${variable.type}.${variable.valueReference}`;
}

/**
 * Sorts outputs so that the inputs of each are known. Dependencies come from the model structures.
 * An output without listed dependencies depends on all inputs, and a state depends only on itself.
 * Outputs that depend on each other form a loop (Tarjan 1972).
 */
export function stagesOf(sources: readonly Source[], descriptions: readonly ModelDescription[]): Stage[] {
  const before = feedsOf(sources, descriptions);
  const parts = components(before);
  const partOf = new Int32Array(sources.length);
  parts.forEach((members, p) => {
    for (const s of members) partOf[s] = p;
  });
  const loops = parts.map((members) => members.length > 1 || before[members[0]].includes(members[0]));
  const waits = parts.map((members, p) => {
    const others = members.flatMap((s) => before[s].map((q) => partOf[q]));
    return new Set(others.filter((q) => q !== p));
  });
  const stages: Stage[] = [];
  const remaining = new Set(parts.keys());
  while (remaining.size > 0) {
    const ready = [...remaining].filter((p) => [...waits[p]].every((q) => !remaining.has(q)));
    const loopFreeParts = ready.filter((p) => !loops[p]);
    const unit = loopFreeParts.length > 0 ? sources[parts[loopFreeParts[0]][0]].unit : -1;
    // All outputs that one unit can give now need one visit only.
    const stageParts =
      loopFreeParts.length > 0
        ? loopFreeParts.filter((p) => sources[parts[p][0]].unit === unit)
        : ready.slice(0, 1);
    for (const p of stageParts) remaining.delete(p);
    stages.push({ loop: loopFreeParts.length === 0, sources: stageParts.flatMap((p) => parts[p]) });
  }
  return stages;
}

/** Returns for each source the sources of its inputs. */
function feedsOf(sources: readonly Source[], descriptions: readonly ModelDescription[]): number[][] {
  const into = descriptions.map((): { input: Variable; source: number }[] => []);
  sources.forEach(({ connections }, source) => {
    for (const { to } of connections) into[to.unit].push({ input: to.variable, source });
  });
  return sources.map(({ unit, variable }) => {
    const inputs = inputsOf(descriptions[unit], variable);
    const all = into[unit].filter(({ input }) => inputs?.has(input.valueReference) ?? true);
    return [...new Set(all.map(({ source }) => source))];
  });
}

/** Returns the value references of the dependencies of an output. Undefined if they are unknown. */
export function inputsOf(
  { outputs, variables, continuousStateDerivatives }: ModelDescription,
  { type, valueReference }: Variable,
): ReadonlySet<number> | undefined {
  const isState = continuousStateDerivatives.some(
    ({ variable }) => variables[variable].derivative === valueReference,
  );
  if (isState && type === 'Float64') return new Set();
  const output = outputs.find(
    ({ variable }) =>
      variables[variable].valueReference === valueReference && variables[variable].type === type,
  );
  const known = output?.dependencies?.filter((i) => variables[i].causality === 'input');
  return known && new Set(known.map((i) => variables[i].valueReference));
}

/**
 * Returns strongly connected components, each after the components it depends on (Tarjan 1972,
 * without recursion).
 */
function components(before: readonly (readonly number[])[]): number[][] {
  const n = before.length;
  const [index, low, next] = [0, 1, 2].map(() => new Int32Array(n));
  const open = new Uint8Array(n);
  const stack: number[] = [];
  const parts: number[][] = [];
  let count = 0;
  const enter = (path: number[], v: number): void => {
    index[v] = low[v] = ++count;
    open[v] = 1;
    stack.push(v);
    path.push(v);
  };
  const close = (v: number): void => {
    const part = stack.splice(stack.indexOf(v));
    for (const w of part) open[w] = 0;
    parts.push(part.sort((a, b) => a - b));
  };
  for (let root = 0; root < n; root++) {
    if (index[root] > 0) continue;
    const path: number[] = [];
    enter(path, root);
    while (path.length > 0) {
      const v = path[path.length - 1];
      if (next[v] < before[v].length) {
        const w = before[v][next[v]++];
        if (index[w] === 0) enter(path, w);
        else if (open[w] === 1) low[v] = Math.min(low[v], index[w]);
        continue;
      }
      path.pop();
      if (path.length > 0) low[path[path.length - 1]] = Math.min(low[path[path.length - 1]], low[v]);
      if (low[v] === index[v]) close(v);
    }
  }
  return parts;
}
