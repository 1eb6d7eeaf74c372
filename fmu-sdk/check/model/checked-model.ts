import { attribute, childNamed, childrenNamed, type XmlElement } from '../../util/xml/parse-xml.ts';
import type { FmiVersion } from './fmi-version.ts';
import { readStructure, type Structure } from './model-structure-lists.ts';
import { readVariable, reference, type Variable } from './variables/model-variable.ts';

export const interfaceNames = ['ModelExchange', 'CoSimulation', 'ScheduledExecution'] as const;

/** A type definition: FMI 2.0 nests the typed element in a SimpleType. */
export interface TypeDefinition {
  readonly element: XmlElement;
  readonly typed: XmlElement;
  readonly name: string;
  /** Type of a variable: `Real`, `Float64`, … */
  readonly type: string;
}

/** A model description on which rules ask questions: the raw elements and indexes built once. */
export interface Model {
  readonly version: FmiVersion;
  readonly root: XmlElement;
  readonly variables: readonly Variable[];
  readonly byName: ReadonlyMap<string, readonly Variable[]>;
  readonly byReference: ReadonlyMap<number, readonly Variable[]>;
  readonly interfaces: readonly XmlElement[];
  readonly unitsOfMeasure: ReadonlyMap<string, XmlElement>;
  readonly types: readonly TypeDefinition[];
  readonly structure: Structure;
  /** Continuous states: variables that a listed derivative is the derivative of. */
  readonly states: ReadonlySet<Variable>;
}

export function readModel(root: XmlElement, version: FmiVersion): Model {
  const list = (name: string): XmlElement[] => childNamed(root, name)?.children ?? [];
  const types = list('TypeDefinitions').map((element) => readType(element, version));
  const typesByName = new Map(types.map((type) => [type.name, type.typed]));
  const variables = list('ModelVariables').map((element, k) =>
    readVariable(element, k + 1, version, (name) => typesByName.get(name)),
  );
  const byReference = groupBy(variables, (v) => v.reference);
  const structure = readStructure(childNamed(root, 'ModelStructure'), version, (value) =>
    version === '2.0' ? variables[value - 1] : byReference.get(value)?.[0],
  );
  const states = new Set<Variable>();
  for (const unknown of structure.ContinuousStateDerivative) {
    const state =
      unknown.variable === undefined
        ? undefined
        : derivativeTarget({ version, variables, byReference }, unknown.variable);
    if (state !== undefined) states.add(state);
  }
  return {
    version,
    root,
    variables,
    byName: groupBy(variables, (v) => v.name),
    byReference,
    interfaces: interfaceNames.flatMap((name) => childrenNamed(root, name)),
    unitsOfMeasure: new Map(
      list('UnitDefinitions').map((measure) => [attribute(measure, 'name') ?? '', measure]),
    ),
    types,
    structure,
    states,
  };
}

/** The variable that the attribute `derivative` of another names, if it is there. */
export function derivativeTarget(
  model: Pick<Model, 'version' | 'variables' | 'byReference'>,
  derivative: Variable,
): Variable | undefined {
  const value = reference(attribute(derivative.typed, 'derivative'));
  if (value === undefined) return undefined;
  return model.version === '2.0' ? model.variables[value - 1] : model.byReference.get(value)?.[0];
}

/** Returns true if the model has this kind of interface. */
export function implementsInterface(model: Model, name: (typeof interfaceNames)[number]): boolean {
  return model.interfaces.some((element) => element.name === name);
}

function readType(element: XmlElement, version: FmiVersion): TypeDefinition {
  const name = attribute(element, 'name') ?? '';
  if (version === '3.0') return { element, typed: element, name, type: element.name.replace(/Type$/, '') };
  const typed = element.children[0] ?? element;
  return { element, typed, name, type: typed === element ? '' : typed.name };
}

export function groupBy<T, K>(items: readonly T[], key: (item: T) => K | undefined): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const k = key(item);
    if (k === undefined) continue;
    const group = groups.get(k);
    if (group === undefined) groups.set(k, [item]);
    else group.push(item);
  }
  return groups;
}
