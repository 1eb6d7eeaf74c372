import type { Variable } from '../description.ts';

/** A variable, or one element of an array, flat from 0. */
export interface NamedElement {
  variable: Variable;
  element?: number;
}

/**
 * Returns the one-based indexes of an element in FMI's notation, `[2,1]`, or an empty text for a
 * scalar.
 */
export function indexText({ dimensions }: Pick<Variable, 'dimensions'>, flat: number): string {
  if (dimensions.length === 0) return '';
  const parts: number[] = [];
  let rest = flat;
  for (let d = dimensions.length - 1; d >= 0; d--) {
    parts.unshift((rest % dimensions[d]) + 1);
    rest = Math.floor(rest / dimensions[d]);
  }
  return `[${parts.join(',')}]`;
}

/**
 * Returns the flat position of an element by one-based indexes, one for each dimension. Returns
 * undefined for an index out of range.
 */
export function elementAt({ dimensions }: Variable, index: readonly number[]): number | undefined {
  if (index.length !== dimensions.length || index.some((i, k) => !(i >= 1 && i <= dimensions[k])))
    return undefined;
  return index.reduce((flat, i, k) => flat * dimensions[k] + i - 1, 0);
}

/**
 * Finds the variable that a name denotes, or the element of an array that a name such as `A[2,1]`
 * denotes. A variable with this very name goes first. Returns undefined for an unknown name.
 *
 * @throws Error with the dimensions if the index is out of range
 */
export function findElement(names: ReadonlyMap<string, Variable>, name: string): NamedElement | undefined {
  const whole = names.get(name);
  if (whole !== undefined) return { variable: whole };
  const { base, index } = splitElement(names, name) ?? {};
  if (base === undefined || index === undefined) return undefined;
  const variable = names.get(base) as Variable;
  return { variable, element: requireElement(variable, base, index) };
}

/**
 * Splits the name of an element, such as `A[2,1]`, into the name of a known variable and the index.
 * Returns undefined if it is a variable's name itself, or unknown.
 */
export function splitElement(
  names: ReadonlyMap<string, Variable>,
  name: string,
): { base: string; index: number[] } | undefined {
  const [, base, list] = /^(.+)\[([\d, ]+)\]$/s.exec(name) ?? [];
  if (base === undefined || names.has(name) || !names.has(base)) return undefined;
  return { base, index: list.split(',').map(Number) };
}

/**
 * Returns the flat position of an element. `name` is that of the variable.
 *
 * @throws Error with the dimensions if the index is out of range
 */
export function requireElement(variable: Variable, name: string, index: readonly number[]): number {
  const { dimensions } = variable;
  const element = elementAt(variable, index);
  if (element !== undefined) return element;
  const extent = dimensions.length === 0 ? 'is a scalar' : `has the dimensions [${dimensions}]`;
  throw new Error(`${name} ${extent}, so [${index}] is out of range. Indexes count from 1.`);
}
