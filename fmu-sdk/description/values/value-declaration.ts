import {
  type EnumerationItem,
  enumerationItems,
  type ModelDescription,
  type Variable,
} from '../description.ts';
import { realBound } from './decimal-text.ts';

/** Declaration of a variable's values, from a model description or from `unit.json`. */
export interface ValueDeclaration extends Pick<Variable, 'type' | 'unit' | 'dimensions'> {
  /** Bounds as decimal text. */
  min?: string;
  max?: string;
  /** Largest size in bytes of an element of a String or Binary. Default: unlimited. */
  maxSize?: number;
  /** Items of an Enumeration. */
  items: readonly Pick<EnumerationItem, 'name' | 'value'>[];
}

/** A variable of a description with the items of its enumeration that are within its bounds. */
export function declarationOf(description: ModelDescription, variable: Variable): ValueDeclaration {
  const items = variable.type === 'Enumeration' ? enumerationItems(description, variable) : [];
  return { ...variable, items: itemsWithin(items, variable) };
}

export function itemsWithin<T extends { value: number }>(
  items: readonly T[],
  { min, max }: Pick<ValueDeclaration, 'min' | 'max'>,
): T[] {
  const [low, high] = [realBound(min, -Infinity), realBound(max, Infinity)];
  return items.filter(({ value }) => value >= low && value <= high);
}
