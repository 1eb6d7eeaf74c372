import { boolean } from '../../fmu-sdk/description/codec.ts';
import type { UnitOfMeasure, Variable } from '../../fmu-sdk/description/description.ts';
import { UserError } from '../../fmu-sdk/error.ts';
import { numberFrom } from '../../fmu-sdk/values/decimal.ts';
import { isFloatType } from '../../fmu-sdk/values/types.ts';
import type { ParameterValue, ScalarValue } from '../system/system.ts';
import { type Change, changeOver, transformed, unitRule, Ways } from './chain.ts';
import { isComponent, type LoadedComponent, type LoadedSystem } from './load.ts';
import type { Edge, Leaf, Network, Node } from './network.ts';
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

/**
 * Values that parameter bindings give to components. What stands further out goes before what stands further in, and of
 * one element's bindings the last; a name that nothing has is passed over, as the standard says, and is among the `strangers` where
 * no other binding of its set gives it to something.
 */
export function parameterValues(
  root: LoadedSystem,
  network: Network,
): { values: Map<LoadedComponent, Values>; strangers: string[] } {
  const met = new Map<string, boolean>();
  const values = new Map<LoadedComponent, Values>(
    network.leaves.map(({ component }) => [component, new Map()]),
  );
  const ways = new Ways();
  visit(root);
  return { values, strangers: [...met].flatMap(([name, found]) => (found ? [] : [name])) };

  function visit(element: LoadedSystem | LoadedComponent): void {
    if (!isComponent(element)) for (const inner of element.elements) visit(inner);
    for (const { prefix, values: set, mapping } of element.bindings) {
      const mapped = mapping && bySource(mapping);
      for (const parameter of set.parameters) {
        const name = prefix + parameter.name;
        const entries =
          mapped?.get(name) ??
          (mapped === undefined
            ? [{ target: name, suppressUnitConversion: false, transformation: undefined }]
            : []);
        const known = `${parameter.name} of "${set.name}"`;
        for (const { target, suppressUnitConversion, transformation } of entries) {
          const all = targets(element, target, network, ways);
          met.set(known, met.get(known) === true || all.length > 0);
          for (const found of all) {
            const place = `set ${[...found.leaf.path, found.variable.name].join('.')} from parameter ${parameter.name} of ${set.name}`;
            const first = found.edges[0]?.from.unit ?? found.unit;
            const from = suppressUnitConversion ? undefined : parameter.unit;
            const rule = unitRule(from, first);
            if (rule === undefined)
              throw new UserError(`${place}: ${from?.name} cannot be converted to ${first?.name}.`);
            const change = transformed({ ...rule }, transformation, place);
            const whole = after(change, changeOver(found.edges, first), place);
            values.get(found.leaf.component)?.set(found.variable.name, valueOf(parameter, whole, place));
          }
        }
      }
    }
  }
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

/** The one change after the other. */
function after(first: Change, then: Change, place: string): Change {
  if (first.map !== undefined && then.map !== undefined)
    throw new UserError(`${place}: the value goes through two maps on its way. Make one of them.`);
  return {
    factor: then.factor * first.factor,
    offset: then.factor * first.offset + then.offset,
    map: first.map ?? then.map,
  };
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

/** All digits are kept where nothing changes the value; what is no value of its type is refused with the system. */
function valueOf({ type, values }: Parameter, change: Change, place: string): ParameterValue {
  const known = new Map(change.map?.entries);
  const one = (given: string): ScalarValue => {
    const word = known.get(given) ?? given;
    if (type === 'Boolean') return boolean.read(word) ?? word;
    if (type === 'String' || type === 'Binary' || type === 'Enumeration') return word;
    return changed(word, type, change, place);
  };
  return values.length === 1 ? one(values[0]) : values.map(one);
}

function changed(
  word: string,
  type: Parameter['type'],
  { factor, offset }: Change,
  place: string,
): ScalarValue {
  const number = numberFrom(word);
  if (number === undefined) return word;
  if (factor === 1 && offset === 0) return isFloatType(type) ? number : word;
  if (!isFloatType(type) && !Number.isSafeInteger(number))
    throw new UserError(
      `${place}: ${word} is beyond 9007199254740991 and would not be converted exactly. Give it without a conversion.`,
    );
  return factor * number + offset;
}
