import type { ConnectorFeedFile, ConnectorFile, SystemFile } from '../../system/system.ts';
import type { LoadedSystem } from '../load-ssp.ts';
import { ChainCounter, chainsInto, changeOver, measured } from './connection-chain.ts';
import { connectionProperties } from './connection-properties.ts';
import type { Edge, Leaf, Network, Node } from './ssp-network.ts';

/** Limit of connectors between the outside and a component. Longer chains are circular. */
const longest = 100;

/** Receives what the user should know about a connection. */
type Note = (words: string) => void;

/** Returns the connectors of the outermost system with the variables of components behind them. */
export function outerConnectors(
  root: LoadedSystem,
  network: Network,
  names: ReadonlyMap<Leaf, string>,
  note: Note,
): Pick<SystemFile, 'connectors'> {
  const connectors = new Map<string, ConnectorFile>();
  const ways = new ChainCounter();
  for (const { name } of root.connectors) {
    const node = network.node(root, name);
    if (node === undefined) continue;
    const unit = node.unit === undefined ? {} : { unitOfMeasure: node.unit.name };
    for (const [label, to] of feedsOf(network, node, names, ways, note))
      connectors.set(name + label, { ...connectors.get(name + label), ...unit, to });
    const from = sourceOf(network, node, names, ways, note);
    if (from !== undefined) connectors.set(name, { ...connectors.get(name), ...unit, ...from });
  }
  return connectors.size === 0 ? {} : { connectors: Object.fromEntries(connectors) };
}

/**
 * Returns the variables that a connector feeds. Those that take one element of it are listed under
 * the index of the element.
 */
function feedsOf(
  network: Network,
  node: Node,
  names: ReadonlyMap<Leaf, string>,
  ways: ChainCounter,
  note: Note,
): Map<string, ConnectorFeedFile[]> {
  const feeds = new Map<string, ConnectorFeedFile[]>();
  const visit = (at: Node, edges: readonly Edge[]): void => {
    for (const edge of network.outOf.get(at) ?? []) {
      const chain = [...edges, edge];
      ways.pass(at, chain.length);
      if (edge.to.leaf === undefined && chain.length < longest) visit(edge.to, chain);
      if (!isSettable(edge.to)) continue;
      const index = chain.find(({ fromIndex }) => fromIndex !== undefined)?.fromIndex;
      const label = index === undefined ? '' : `[${index}]`;
      feeds.set(label, [...(feeds.get(label) ?? []), feedOf(node, chain, names, note)]);
    }
  };
  visit(node, []);
  return feeds;
}

const isSettable = ({ leaf, kind }: Node): boolean =>
  leaf !== undefined && /^(input|parameter|structuralParameter)$/.test(kind);

function feedOf(
  node: Node,
  chain: readonly Edge[],
  names: ReadonlyMap<Leaf, string>,
  note: Note,
): ConnectorFeedFile {
  const { to, toIndex, connection } = chain[chain.length - 1];
  const { factor, offset, map } = connectionProperties(
    changeOver(chain, measured(node), note),
    node,
    to,
    connection.place,
  );
  return {
    to: portName(to, names),
    ...(toIndex !== undefined && { toIndex }),
    ...(factor !== undefined && { factor }),
    ...(offset !== undefined && { offset }),
    ...(map !== undefined && { map }),
  };
}

/** Returns the output that feeds a connector, unless a map changes its values. */
function sourceOf(
  network: Network,
  node: Node,
  names: ReadonlyMap<Leaf, string>,
  ways: ChainCounter,
  note: Note,
): Pick<ConnectorFile, 'from' | 'fromIndex' | 'factor' | 'offset'> | undefined {
  const [chain, ...more] = chainsInto(network, node, ways);
  if (chain === undefined || more.length > 0 || chain.toIndex !== undefined) return undefined;
  const { edges, fromIndex } = chain;
  const { from } = edges[0];
  const place = edges[edges.length - 1].connection.place;
  const { factor, offset, map } = connectionProperties(
    changeOver(edges, measured(from), note),
    from,
    node,
    place,
  );
  if (map !== undefined) return undefined;
  return {
    from: portName(from, names),
    ...(fromIndex !== undefined && { fromIndex }),
    ...(factor !== undefined && { factor }),
    ...(offset !== undefined && { offset }),
  };
}

const portName = ({ leaf, variable }: Node, names: ReadonlyMap<Leaf, string>): string =>
  `${names.get(leaf as Leaf)}.${variable?.name}`;
