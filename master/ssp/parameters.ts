import type { UnitOfMeasure, Variable } from '../../fmu-sdk/description/description.ts';
import { UserError } from '../../fmu-sdk/error.ts';
import { declaredBy } from '../../fmu-sdk/values/declared.ts';
import type { ParameterValue } from '../system/system.ts';
import { changeOver, followed, unitRule, Ways } from './chain.ts';
import { isComponent, type LoadedBinding, type LoadedComponent, type LoadedSystem } from './load.ts';
import { Met } from './met.ts';
import type { Edge, Leaf, Network, Node } from './network.ts';
import { valueFor } from './parameter-value.ts';
import type { MappingEntry, Parameter } from './structure.ts';

/** Values of a component's variables, by name. */
export type Values = Map<string, ParameterValue>;

/** A variable that a parameter's name means, and the connections on the way to it. */
interface Target {
  leaf: Leaf;
  variable: Variable;
  unit: UnitOfMeasure | undefined;
  edges: Edge[];
}

/** A value, and the parameter and the binding that give it. */
interface Given {
  value: ParameterValue;
  parameter: string;
  binding: LoadedBinding;
}

/**
 * Values that parameter bindings give to components. What stands further out goes before what stands further in, and of
 * one element's bindings the last. `notes` are what was given and is not applied, as the standard has it: names that nothing has, and of
 * a binding with a mapping the parameters without an entry; each where no other binding of its set gives it to something.
 */
export function parameterValues(
  root: LoadedSystem,
  network: Network,
): { values: Map<LoadedComponent, Values>; notes: string[] } {
  const giver = new Giver(network);
  giver.visit(root);
  const values = [...giver.given].map(([component, given]): [LoadedComponent, Values] => [
    component,
    new Map([...given].map(([name, { value }]) => [name, value])),
  ]);
  return { values: new Map(values), notes: giver.notes() };
}

class Giver {
  readonly given: Map<LoadedComponent, Map<string, Given>>;
  private readonly ways = new Ways();
  private readonly applied = new Met(
    'parameter of bindings is of nothing in the system, and passed over',
    'parameters of bindings are of nothing in the system, and passed over',
  );

  constructor(private readonly network: Network) {
    this.given = new Map(network.leaves.map(({ component }) => [component, new Map()]));
  }

  notes(): string[] {
    return this.applied.note();
  }

  visit(element: LoadedSystem | LoadedComponent): void {
    if (!isComponent(element)) for (const inner of element.elements) this.visit(inner);
    for (const binding of element.bindings) this.bind(element, binding);
  }

  private bind(element: LoadedSystem | LoadedComponent, binding: LoadedBinding): void {
    const { prefix, values: set, mapping } = binding;
    const mapped = mapping && bySource(mapping);
    for (const parameter of set.parameters) {
      const name = prefix + parameter.name;
      for (const entry of mapped === undefined ? [asItIs(name)] : (mapped.get(name) ?? []))
        this.give(element, parameter, entry, binding);
    }
  }

  private give(
    element: LoadedSystem | LoadedComponent,
    parameter: Parameter,
    entry: MappingEntry,
    binding: LoadedBinding,
  ): void {
    const all = targets(element, entry.target, this.network, this.ways);
    this.applied.meet(`${parameter.name} of "${binding.values.name}"`, all.length > 0);
    for (const target of all) {
      const { leaf, variable } = target;
      const place = `set ${[...leaf.path, variable.name].join('.')} from parameter ${parameter.name} of ${binding.values.name}`;
      const value = valueAt(target, parameter, entry, place);
      this.given.get(leaf.component)?.set(variable.name, { value, parameter: parameter.name, binding });
    }
  }
}

/** The value that a variable gets from a parameter, after all that becomes of it on its way. */
function valueAt(
  { leaf, variable, unit, edges }: Target,
  parameter: Parameter,
  { suppressUnitConversion, transformation }: MappingEntry,
  place: string,
): ParameterValue {
  const first = edges[0]?.from.unit ?? unit;
  const from = suppressUnitConversion ? undefined : parameter.unit;
  const rule = unitRule(from, first);
  if (rule === undefined)
    throw new UserError(`${place}: ${from?.name} cannot be converted to ${first?.name}.`);
  // A difference of temperatures has no zero: 1 degC more is 1 K more.
  const offset = variable.relativeQuantity === true ? 0 : rule.offset;
  const converted = followed([], { kind: 'linear', factor: rule.factor, offset }, place);
  const change = changeOver(edges, first, followed(converted, transformation, place));
  return valueFor(parameter, change, declaredBy(leaf.component.description, variable), place);
}

/** A parameter that no mapping names goes to what has its name. */
function asItIs(name: string): MappingEntry {
  return { source: name, target: name, suppressUnitConversion: false };
}

function bySource(mapping: readonly MappingEntry[]): Map<string, MappingEntry[]> {
  const entries = new Map<string, MappingEntry[]>();
  for (const entry of mapping) {
    const list = entries.get(entry.source) ?? [];
    list.push(entry);
    entries.set(entry.source, list);
  }
  return entries;
}

/** What a hierarchical name means at an element: a connector of it, or of what is inside. */
function targets(
  owner: LoadedSystem | LoadedComponent,
  name: string,
  network: Network,
  ways: Ways,
): Target[] {
  const node = network.node(owner, name);
  const found = node === undefined ? [] : reached(node, network, ways);
  if (isComponent(owner)) return found;
  const inside = owner.elements
    .filter((element) => name.startsWith(`${element.name}.`))
    .flatMap((element) => targets(element, name.slice(element.name.length + 1), network, ways));
  return [...found, ...inside];
}

/** Variables of components that a connector stands for: itself, or what a system's connector feeds. */
function reached(node: Node, network: Network, ways: Ways, edges: Edge[] = []): Target[] {
  ways.pass(node, edges.length);
  const { leaf, variable, unit } = node;
  if (leaf !== undefined && variable !== undefined) return [{ leaf, variable, unit, edges }];
  if (edges.length > 100) throw new UserError(`connect: ${node.label} is connected in a circle of systems.`);
  return (network.outOf.get(node) ?? []).flatMap((edge) => reached(edge.to, network, ways, [...edges, edge]));
}
