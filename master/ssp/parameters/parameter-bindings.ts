import type { UnitOfMeasure, Variable } from '../../../fmu-sdk/description/description.ts';
import { conversionOf } from '../../../fmu-sdk/description/si-units.ts';
import { declarationOf } from '../../../fmu-sdk/description/values/value-declaration.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { ParameterValue } from '../../system/system.ts';
import { appendTransformation, ChainCounter, changeOver } from '../connections/connection-chain.ts';
import type { Edge, Leaf, Network, Node } from '../connections/ssp-network.ts';
import { isComponent, type LoadedBinding, type LoadedComponent, type LoadedSystem } from '../load-ssp.ts';
import type { MappingEntry, Parameter, Transformation } from '../ssd/system-structure.ts';
import { LookupTracker } from './lookup-tracker.ts';
import { valueFor } from './parameter-value.ts';

/** Values of a component's variables, by name. */
export type Values = Map<string, ParameterValue>;

/** Variable that a parameter sets, and the connections to it. */
interface Target {
  leaf: Leaf;
  variable: Variable;
  unit: UnitOfMeasure | undefined;
  edges: Edge[];
}

/** Value with its parameter and binding. */
interface GivenValue {
  value: ParameterValue;
  parameter: string;
  binding: LoadedBinding;
}

/**
 * Returns the values that parameter bindings give to components. Outer bindings take precedence
 * over inner ones, and the last of an element's bindings over earlier ones.
 *
 * `notes` report values that the standard does not apply. These are unknown names, and parameters
 * without an entry in the mapping of their binding. Values that another binding of the set applies
 * are not reported.
 */
export function parameterValues(
  root: LoadedSystem,
  network: Network,
): { values: Map<LoadedComponent, Values>; notes: string[] } {
  const giver = new BindingResolver(network);
  giver.visit(root);
  const values = [...giver.valuesByComponent].map(([component, valuesByName]): [LoadedComponent, Values] => [
    component,
    new Map([...valuesByName].map(([name, { value }]) => [name, value])),
  ]);
  return { values: new Map(values), notes: giver.notes() };
}

class BindingResolver {
  readonly valuesByComponent: Map<LoadedComponent, Map<string, GivenValue>>;
  private readonly ways = new ChainCounter();
  private readonly applied = new LookupTracker(
    'parameter of bindings does not match anything in the system, so ignored',
    'parameters of bindings do not match anything in the system, so ignored',
  );
  private readonly mapped = new LookupTracker(
    'parameter is missing in the mapping of its binding, so not applied',
    'parameters are missing in the mapping of their binding, so not applied',
  );
  private readonly sources = new LookupTracker(
    'entry of mappings has a source that does not match a parameter, so ignored',
    'entries of mappings have a source that does not match a parameter, so ignored',
  );

  private readonly others = new LookupTracker(
    'variable has two values in one binding, and the last one applies',
    'variables have two values in one binding, and the last one applies',
  );

  constructor(private readonly network: Network) {
    this.valuesByComponent = new Map(network.leaves.map(({ component }) => [component, new Map()]));
  }

  notes(): string[] {
    return [this.applied, this.mapped, this.sources, this.others].flatMap((met) => met.note());
  }

  visit(element: LoadedSystem | LoadedComponent): void {
    if (!isComponent(element)) for (const inner of element.elements) this.visit(inner);
    for (const binding of element.bindings) this.bind(element, binding);
  }

  private bind(element: LoadedSystem | LoadedComponent, binding: LoadedBinding): void {
    const { prefix, values: set, mapping } = binding;
    const mapped = mapping && bySource(mapping);
    const names = new Set(set.parameters.map(({ name }) => prefix + name));
    for (const { source, target } of mapping ?? [])
      this.sources.record(`${source} → ${target}`, names.has(source));
    for (const parameter of set.parameters) {
      const name = prefix + parameter.name;
      const entries = mapped === undefined ? [defaultMapping(name)] : (mapped.get(name) ?? []);
      this.mapped.record(`${parameter.name} of "${set.name}"`, entries.length > 0);
      for (const entry of entries) this.give(element, parameter, entry, binding);
    }
  }

  private give(
    element: LoadedSystem | LoadedComponent,
    parameter: Parameter,
    entry: MappingEntry,
    binding: LoadedBinding,
  ): void {
    const all = targets(element, entry.target, this.network, this.ways);
    const known = `${parameter.name} of "${binding.values.name}"`;
    const to = binding.mapping === undefined ? '' : ` as ${entry.target}`;
    this.applied.record(known + to, all.length > 0);
    for (const target of all) {
      const { leaf, variable } = target;
      const place = `set ${[...leaf.path, variable.name].join('.')} from parameter ${parameter.name} of ${binding.values.name}`;
      const value = valueAt(target, parameter, entry, place);
      const values = this.valuesByComponent.get(leaf.component) as Map<string, GivenValue>;
      const boundValue = { value, parameter: parameter.name, binding };
      const before = values.get(variable.name);
      if (isOther(before, boundValue))
        this.others.record(
          `${place} ${printableName(String(value))}, and from ${before.parameter} ${printableName(String(before.value))}`,
          false,
        );
      values.set(variable.name, boundValue);
    }
  }
}

/**
 * Detects two values from one binding. The standard orders several bindings, but not several
 * parameters of one binding.
 */
function isOther(before: GivenValue | undefined, now: GivenValue): before is GivenValue {
  return before?.binding === now.binding && String(before.value) !== String(now.value);
}

/** Returns the value of a variable from a parameter, after all transformations. */
function valueAt(
  { leaf, variable, unit, edges }: Target,
  parameter: Parameter,
  { suppressUnitConversion, transformation }: MappingEntry,
  place: string,
): ParameterValue {
  const first = edges[0]?.from.unit ?? unit;
  const from = suppressUnitConversion ? undefined : parameter.unit;
  const relative = variable.relativeQuantity === true;
  const converted = appendTransformation([], parameterRule(from, first, relative, place), place);
  const source = { label: place, unit: first, relative };
  const change = changeOver(edges, source, () => {}, appendTransformation(converted, transformation, place));
  return valueFor(parameter, change, declarationOf(leaf.component.description, variable), place);
}

/** Returns the conversion of a parameter. Its author can correct a unit of measure that is unknown. */
function parameterRule(
  from: UnitOfMeasure | undefined,
  to: UnitOfMeasure | undefined,
  relative: boolean,
  place: string,
): Transformation {
  if (from === undefined || to === undefined) return same;
  const [a, b] = [from.base, to.base];
  const rule =
    a !== undefined && b !== undefined ? conversionOf(a, b) : from.name === to.name ? same : undefined;
  if (rule === undefined)
    throw new UserError(
      `${place}: ${from.name} cannot be converted to ${to.name}. Give the value in ${to.name}, or set suppressUnitConversion.`,
    );
  return { kind: 'linear', factor: rule.factor, offset: relative ? 0 : rule.offset };
}

const same = { kind: 'linear', factor: 1, offset: 0 } as const;

/** Returns the default mapping of a parameter, to the connector with its name. */
function defaultMapping(name: string): MappingEntry {
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

/** Resolves a hierarchical name at an element to a connector of it, or of its contents. */
function targets(
  owner: LoadedSystem | LoadedComponent,
  name: string,
  network: Network,
  ways: ChainCounter,
): Target[] {
  const node = network.node(owner, name);
  const nodeTargets = node === undefined ? [] : targetsBehind(node, network, ways);
  if (isComponent(owner)) return nodeTargets;
  const inside = owner.elements
    .filter((element) => name.startsWith(`${element.name}.`))
    .flatMap((element) => targets(element, name.slice(element.name.length + 1), network, ways));
  return [...nodeTargets, ...inside];
}

/**
 * Returns the variables of components that a connector stands for: its own, or all that a system's
 * connector feeds.
 */
function targetsBehind(node: Node, network: Network, ways: ChainCounter, edges: Edge[] = []): Target[] {
  ways.pass(node, edges.length);
  const { leaf, variable, unit } = node;
  if (leaf !== undefined && variable !== undefined) return [{ leaf, variable, unit, edges }];
  if (edges.length > 100)
    throw new UserError(`connect: ${node.label} is part of a circular connection between systems.`);
  return (network.outOf.get(node) ?? []).flatMap((edge) => {
    refuseElements(edge);
    refuseOtherSource(edge, network);
    return targetsBehind(edge.to, network, ways, [...edges, edge]);
  });
}

/** Refuses single elements, because a parameter value is passed as a whole. */
function refuseElements({ from, to, fromIndex, toIndex, connection }: Edge): void {
  if (fromIndex === undefined && toIndex === undefined) return;
  const at = (index: number[] | undefined): string => (index === undefined ? '' : `[${index}]`);
  throw new UserError(
    `${connection.place}: connect ${from.label}${at(fromIndex)} to ${to.label}${at(toIndex)}: ${from.label} gets its value from a parameter, ` +
      `which is passed only as a whole. Set ${to.label} by a separate parameter.`,
  );
}

/** Refuses a second source of a value from outside, because the precedence is undefined. */
function refuseOtherSource(edge: Edge, network: Network): void {
  const other = network.into.get(edge.to)?.find((candidate) => candidate !== edge);
  if (other === undefined) return;
  throw new UserError(
    `${edge.connection.place}: connect ${edge.from.label} to ${edge.to.label}: ${edge.from.label} gets its value from a parameter, but ` +
      `${edge.to.label} has a second source, ${other.from.label} (${other.connection.place}). Connect only one of them.`,
  );
}
