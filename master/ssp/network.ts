import { type UnitOfMeasure, type Variable, variablesByName } from '../../fmu-sdk/description/description.ts';
import { UserError } from '../../fmu-sdk/error.ts';
import { isComponent, type LoadedComponent, type LoadedSystem } from './load.ts';
import type { ConnectorKind, End, SspConnection } from './structure.ts';

/** A component in its place: its path of names below the root system. */
export interface Leaf {
  path: string[];
  component: LoadedComponent;
}

/** A connector in its place: of a leaf, where `variable` is what it stands for, or of a system. */
export interface Node {
  label: string;
  leaf?: Leaf;
  variable?: Variable;
  unit?: UnitOfMeasure;
  kind: ConnectorKind;
}

/** A connection, in the direction of the data. */
export interface Edge {
  from: Node;
  to: Node;
  /** One element of an array at an end. */
  fromIndex?: number[];
  toIndex?: number[];
  connection: SspConnection;
}

/** All connectors and connections of a system and of those inside it. */
export interface Network {
  leaves: Leaf[];
  /** Edges by the node that they go into. */
  into: Map<Node, Edge[]>;
  /** Edges by the node that they come from. */
  outOf: Map<Node, Edge[]>;
  /** A connector of an element, by its owner. */
  node(owner: LoadedSystem | LoadedComponent, connector: string): Node | undefined;
}

type Owner = LoadedSystem | LoadedComponent;

/** Sources for what is inside a system: its own inputs, and what its elements give. */
const inward = /^(input|parameter|structuralParameter|inout|unspecified)$/;
const outward = /^(output|calculatedParameter|constant|local|inout|unspecified)$/;

export function networkOf(root: LoadedSystem): Network {
  const nodes = new Map<Owner, Map<string, Node>>();
  const network: Network = {
    leaves: [],
    into: new Map(),
    outOf: new Map(),
    node: (owner, connector) => nodes.get(owner)?.get(connector),
  };
  addElement(root, []);
  connect(root);
  return network;

  function addElement(owner: Owner, path: string[]): void {
    const own = new Map<string, Node>();
    nodes.set(owner, own);
    const label = (name: string): string => [...path, name].join('.');
    if (isComponent(owner)) {
      const leaf = { path, component: owner };
      network.leaves.push(leaf);
      for (const [name, node] of leafNodes(leaf)) own.set(name, { ...node, label: label(name) });
      return;
    }
    for (const { name, kind, unit } of owner.connectors) own.set(name, { label: label(name), kind, unit });
    for (const element of owner.elements) addElement(element, [...path, element.name]);
  }

  function connect(system: LoadedSystem): void {
    for (const connection of system.connections) {
      const edge = edgeOf(system, connection);
      network.into.set(edge.to, [...(network.into.get(edge.to) ?? []), edge]);
      network.outOf.set(edge.from, [...(network.outOf.get(edge.from) ?? []), edge]);
    }
    for (const element of system.elements) if (!isComponent(element)) connect(element);
  }

  function edgeOf(system: LoadedSystem, connection: SspConnection): Edge {
    const { start, end, place } = connection;
    const [a, b] = [start, end].map((of) => ({ ...find(system, of, place), indices: of.indices }));
    const [from, to] = gives(a) && takes(b) ? [a, b] : [b, a];
    if (!gives(from) || !takes(to))
      throw new UserError(
        `${place}: ${a.node.label} (${a.node.kind}) and ${b.node.label} (${b.node.kind}) cannot be connected. ` +
          'Connect an output to an input.',
      );
    return { from: from.node, to: to.node, fromIndex: from.indices, toIndex: to.indices, connection };
  }

  function find(
    system: LoadedSystem,
    { element, connector }: End,
    place: string,
  ): { node: Node; own: boolean } {
    const owner = element === undefined ? system : system.elements.find(({ name }) => name === element);
    if (owner === undefined)
      throw new UserError(`${place}: there is no element "${element}" in ${system.name}.`);
    const node = nodes.get(owner)?.get(connector);
    if (node === undefined) throw new UserError(`${place}: ${owner.name} has no connector "${connector}".`);
    return { node, own: owner === system };
  }
}

function gives({ node, own }: { node: Node; own: boolean }): boolean {
  return (own ? inward : outward).test(node.kind);
}

function takes({ node, own }: { node: Node; own: boolean }): boolean {
  return (own ? outward : inward).test(node.kind);
}

/** Every variable of a unit, by its names; connectors that the description lists must be among them. */
function* leafNodes(leaf: Leaf): Generator<[string, Omit<Node, 'label'>]> {
  const { component } = leaf;
  const units = new Map(component.description.unitsOfMeasure.map((unit) => [unit.name, unit]));
  const names = variablesByName(component.description);
  const declared = new Map(component.connectors.map((c) => [c.name, c]));
  for (const [name, variable] of names) {
    const unit = units.get(variable.unitOfMeasure ?? '') ?? declared.get(name)?.unit;
    const kind = variable.variability === 'constant' ? 'constant' : variable.causality;
    yield [name, { leaf, variable, unit, kind: kind === 'independent' ? 'local' : kind }];
  }
  const missing = component.connectors.find(({ name }) => !names.has(name));
  if (missing !== undefined)
    throw new UserError(
      `${leaf.path.join('.')}: the connector "${missing.name}" is no variable of ${component.description.modelName}.`,
    );
}
