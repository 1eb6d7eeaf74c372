import type { Variable } from '../description.ts';

/**
 * Returns the one-based indexes of an element in FMI's notation, `[2,1]`, or an empty text for a
 * scalar.
 */
export function indexText({ dimensions }: Variable, flat: number): string {
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
