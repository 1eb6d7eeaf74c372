import { attribute, childNamed, childrenNamed, type XmlElement } from '../../util/xml/parse-xml.ts';
import { words } from '../grammar/xsd-types.ts';
import type { FmiVersion } from './fmi-version.ts';
import { reference, type Variable } from './variables/model-variable.ts';

/** Lists of a model structure by their FMI 3.0 names. FMI 2.0 has three of them. */
export const listNames = [
  'Output',
  'ContinuousStateDerivative',
  'ClockedState',
  'InitialUnknown',
  'EventIndicator',
] as const;

/** One of `listNames`. */
export type ListName = (typeof listNames)[number];

const names2: Partial<Record<ListName, string>> = {
  Output: 'Outputs',
  ContinuousStateDerivative: 'Derivatives',
  InitialUnknown: 'InitialUnknowns',
};

/** Entry of a list: a variable and its dependencies. */
export interface Unknown {
  readonly element: XmlElement;
  readonly list: ListName;
  /** Value reference (FMI 3.0) or index (FMI 2.0). */
  readonly reference: number | undefined;
  readonly variable: Variable | undefined;
  /** Dependencies as written. Undefined without the attribute. */
  readonly dependencies: readonly string[] | undefined;
  readonly kinds: readonly string[] | undefined;
  /** Variables of the dependencies. Undefined for a variable that does not exist. */
  readonly knowns: readonly (Variable | undefined)[];
}

/** Model structure of a description: the entries of each list, and the element if it exists. */
export type Structure = Readonly<Record<ListName, readonly Unknown[]>> & {
  readonly element: XmlElement | undefined;
};

export function readStructure(
  element: XmlElement | undefined,
  version: FmiVersion,
  find: (reference: number) => Variable | undefined,
): Structure {
  const unknowns = (list: ListName): Unknown[] =>
    element === undefined
      ? []
      : elementsOf(element, list, version).map((e) => readUnknown(e, list, version, find));
  return {
    element,
    Output: unknowns('Output'),
    ContinuousStateDerivative: unknowns('ContinuousStateDerivative'),
    ClockedState: unknowns('ClockedState'),
    InitialUnknown: unknowns('InitialUnknown'),
    EventIndicator: unknowns('EventIndicator'),
  };
}

function elementsOf(structure: XmlElement, list: ListName, version: FmiVersion): XmlElement[] {
  if (version === '3.0') return childrenNamed(structure, list);
  const name = names2[list];
  return name === undefined ? [] : (childNamed(structure, name)?.children ?? []);
}

function readUnknown(
  element: XmlElement,
  list: ListName,
  version: FmiVersion,
  find: (reference: number) => Variable | undefined,
): Unknown {
  const valueReference = reference(attribute(element, version === '2.0' ? 'index' : 'valueReference'));
  const dependencies = attribute(element, 'dependencies');
  const kinds = attribute(element, 'dependenciesKind');
  const names = dependencies === undefined ? undefined : words(dependencies);
  return {
    element,
    list,
    reference: valueReference,
    variable: valueReference === undefined ? undefined : find(valueReference),
    dependencies: names,
    kinds: kinds === undefined ? undefined : words(kinds),
    knowns: (names ?? []).map((name) => {
      const value = reference(name);
      return value === undefined ? undefined : find(value);
    }),
  };
}

/** All entries of all lists. */
export function allUnknowns(structure: Structure): Unknown[] {
  return listNames.flatMap((name) => structure[name]);
}
