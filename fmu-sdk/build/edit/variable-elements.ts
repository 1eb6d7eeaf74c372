import type { ModelDescription, Variable } from '../../description/description.ts';
import { fmi2Types } from '../../description/variables/fmi2-types.ts';
import { nameHint } from '../../util/nearest-name.ts';
import { printableName } from '../../util/printable.ts';
import { UserError } from '../../util/user-error.ts';
import { attribute, childNamed, childrenNamed, type XmlElement } from '../../util/xml/parse-xml.ts';

/** A name of a variable in `modelDescription.xml`, with the elements that carry its attributes. */
export interface NamedVariable {
  readonly name: string;
  /** Position in the list of variables, from 0. */
  readonly index: number;
  readonly variable: Variable;
  /** Element of the variable. */
  readonly element: XmlElement;
  /** Element with unit and start value: in FMI 2.0 a child of the variable. */
  readonly typed: XmlElement;
  /** Element with name and description: the variable, or one of its aliases (FMI 3.0). */
  readonly named: XmlElement;
}

/** Returns the variables and their aliases by name. `root` is the root of the model description. */
export function variablesIn(root: XmlElement, { variables }: ModelDescription): Map<string, NamedVariable> {
  const names = new Map<string, NamedVariable>();
  for (const [index, element] of (childNamed(root, 'ModelVariables')?.children ?? []).entries()) {
    const typed = element.children.find(({ name }) => Object.hasOwn(fmi2Types, name)) ?? element;
    for (const named of [element, ...childrenNamed(element, 'Alias')]) {
      const name = attribute(named, 'name') ?? '';
      names.set(name, { name, index, variable: variables[index], element, typed, named });
    }
  }
  return names;
}

/** Returns a variable by name. Throws a UserError with close names. */
export function requireVariable(
  names: ReadonlyMap<string, NamedVariable>,
  name: string,
  operation: string,
): NamedVariable {
  const found = names.get(name);
  if (found !== undefined) return found;
  throw new UserError(
    `${operation}: variable "${printableName(name)}" does not exist. ${nameHint(name, [...names.keys()])}`,
  );
}
