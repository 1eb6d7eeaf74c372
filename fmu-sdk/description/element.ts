import type { Variable } from './description.ts';

/** One-based indexes of an element, as FMI writes them: `[2,1]`; nothing for a scalar. */
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
