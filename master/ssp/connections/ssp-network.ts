import {
  type ModelDescription,
  type UnitOfMeasure,
  type Variable,
  variablesByName,
} from '../../../fmu-sdk/description/description.ts';
import { splitElement } from '../../../fmu-sdk/description/tables/element-index.ts';
import { nameHint } from '../../../fmu-sdk/util/nearest-name.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { isComponent, type LoadedComponent, type LoadedSystem } from '../load-ssp.ts';
import type { ConnectorKind, End, SspConnection } from '../ssd/system-structure.ts';

/** Component with its path of names below the root system. */
export interface Leaf {
  path: string[];
  component: LoadedComponent;
}

/** Connector of a leaf, with its variable, or of a system. */
export interface Node {
  label: string;
  leaf?: Leaf;
  variable?: Variable;
  unit?: UnitOfMeasure;
  kind: ConnectorKind;
}

/** Connection in the direction of the data. */
export interface Edge {
  from: Node;
  to: Node;
  /** Index of the element at an end. */
  fromIndex?: number[];
  toIndex?: number[];
  connection: SspConnection;
}

/** All connectors and connections of a system and its nested systems. */
export interface Network {
  leaves: Leaf[];
  /** Edges by target node. */
  into: Map<Node, Edge[]>;
  /** Edges by source node. */
  outOf: Map<Node, Edge[]>;
  /** Returns a connector of an element, by its owner. */
  node(owner: LoadedSystem | LoadedComponent, connector: string): Node | undefined;
}

type Owner = LoadedSystem | LoadedComponent;

/** Kinds of a system's connectors that are sources inside the system. */
const inward = /^(input|parameter|structuralParameter|inout|unspecified)$/;
const outward = /^(output|calculatedParameter|constant|local|inout|unspecified)$/;

/** Returns the network of a system. Refuses connections that SSP does not allow. */
export function networkOf(root: LoadedSystem): Network {
  const builder = new NetworkBuilder();
  builder.addElement(root, []);
  builder.addEdges(root);
  return builder;
}

/** Connector at an end of a connection of a system. */
interface FoundNode {
  node: Node;
  /** True if the connector belongs to the system itself. */
  isOnBoundary: boolean;
  /** Indices of the element of an array, from 1, if only one is connected. */
  indices: number[] | undefined;
}

/** Network under construction. Call order: `addElement` → `addEdges`. */
class NetworkBuilder implements Network {
  readonly leaves: Leaf[] = [];
  readonly into = new Map<Node, Edge[]>();
  readonly outOf = new Map<Node, Edge[]>();
  private readonly nodes = new Map<Owner, (connector: string) => Node | undefined>();
  private readonly elements = new Map<LoadedSystem, Map<string, Owner>>();

  node(owner: Owner, connector: string): Node | undefined {
    return this.nodes.get(owner)?.(connector);
  }

  /** Adds the connectors of an element and of its nested elements. `path` is its path of names. */
  addElement(owner: Owner, path: string[]): void {
    const label = (name: string): string => [...path, name].join('.');
    if (isComponent(owner)) {
      const leaf = { path, component: owner };
      this.leaves.push(leaf);
      this.nodes.set(owner, leafNodes(leaf, label));
      return;
    }
    const connectorNodes = new Map<string, Node>();
    for (const { name, kind, unit } of owner.connectors)
      connectorNodes.set(name, { label: label(name), kind, unit });
    this.nodes.set(owner, (name) => connectorNodes.get(name));
    this.elements.set(owner, new Map(owner.elements.map((element) => [element.name, element])));
    for (const element of owner.elements) this.addElement(element, [...path, element.name]);
  }

  /** Adds the connections of a system and of its nested systems. */
  addEdges(system: LoadedSystem): void {
    for (const connection of system.connections) {
      const edge = this.edgeOf(system, connection);
      listIn(this.into, edge.to).push(edge);
      listIn(this.outOf, edge.from).push(edge);
    }
    for (const element of system.elements) if (!isComponent(element)) this.addEdges(element);
  }

  /** Returns a connection in the direction of the data, which the connectors determine. */
  private edgeOf(system: LoadedSystem, connection: SspConnection): Edge {
    const { start, end, place } = connection;
    const [a, b] = [start, end].map((of) => this.findNode(system, of, place));
    const [from, to] = gives(a) && takes(b) ? [a, b] : [b, a];
    if (!gives(from) || !takes(to))
      throw new UserError(
        `${place}: ${a.node.label} (${a.node.kind}) and ${b.node.label} (${b.node.kind}) cannot be connected. ` +
          'Connect an output to an input.',
      );
    return { from: from.node, to: to.node, fromIndex: from.indices, toIndex: to.indices, connection };
  }

  /** Finds the connector that an end of a connection names. */
  private findNode(system: LoadedSystem, { element, connector, indices }: End, place: string): FoundNode {
    const owner = element === undefined ? system : this.elements.get(system)?.get(element);
    if (owner === undefined) throw new UserError(`${place}: unknown element "${element}" in ${system.name}.`);
    const named = isComponent(owner) ? splitElement(namesOf(owner.description), connector) : undefined;
    const node = this.node(owner, named?.base ?? connector);
    if (named !== undefined && indices !== undefined)
      throw new UserError(
        `${place}: ${connector} names an element, and "endIndices" or "startIndices" name one too. Remove the indices.`,
      );
    if (node === undefined)
      throw new UserError(
        `${place}: ${owner.name}: unknown connector "${connector}". ` +
          nameHint(
            connector,
            isComponent(owner)
              ? [...namesOf(owner.description).keys()]
              : owner.connectors.map(({ name }) => name),
          ),
      );
    return { node, isOnBoundary: owner === system, indices: named?.index ?? indices };
  }
}

function listIn(lists: Map<Node, Edge[]>, node: Node): Edge[] {
  const list = lists.get(node) ?? [];
  lists.set(node, list);
  return list;
}

function gives({ node, isOnBoundary }: FoundNode): boolean {
  return (isOnBoundary ? inward : outward).test(node.kind);
}

function takes({ node, isOnBoundary }: FoundNode): boolean {
  return (isOnBoundary ? outward : inward).test(node.kind);
}

/**
 * Returns the nodes of an FMU's variables by name, created on demand, because an FMU may have many
 * variables and occur often. Connections to unknown names are refused with their location.
 */
function leafNodes(leaf: Leaf, label: (name: string) => string): (name: string) => Node | undefined {
  const { component } = leaf;
  const names = namesOf(component.description);
  const declared = new Map(component.connectors.map((c) => [c.name, c]));
  const nodesByName = new Map<string, Node>();
  return (name) => {
    const variable = names.get(name);
    const known = nodesByName.get(name);
    if (variable === undefined || known !== undefined) return known;
    const unit =
      component.description.unitsOfMeasure.find(
        (unitOfMeasure) => unitOfMeasure.name === (variable.unit ?? ''),
      ) ?? declared.get(name)?.unit;
    const kind = variable.variability === 'constant' ? 'constant' : variable.causality;
    const node: Node = {
      label: label(name),
      leaf,
      variable,
      unit,
      kind: kind === 'independent' ? 'local' : kind,
    };
    nodesByName.set(name, node);
    return node;
  };
}

const namesByDescription = new WeakMap<ModelDescription, Map<string, Variable>>();

/** Returns variables by name, cached for all units of one FMU. */
function namesOf(description: ModelDescription): Map<string, Variable> {
  const known = namesByDescription.get(description) ?? variablesByName(description);
  namesByDescription.set(description, known);
  return known;
}
