import type { FmiType } from '../description.ts';
import { integerRanges, isInteger } from '../variables/integer-ranges.ts';

export { type IntegerType, integerRanges, isInteger } from '../variables/integer-ranges.ts';

export type FloatType = 'Float32' | 'Float64';

/** Largest finite value of single precision: (2 − 2⁻²³) · 2¹²⁷. */
export const largestFloat32: number = (2 - 2 ** -23) * 2 ** 127;

export function isFloatType(type: FmiType): type is FloatType {
  return type === 'Float32' || type === 'Float64';
}

/** Returns true if a host stores values of the type as bigint. */
export function isWide(type: FmiType): type is 'Int64' | 'UInt64' {
  return type === 'Int64' || type === 'UInt64';
}

/** Whole numbers up to this magnitude are exact as a Float32 or a Float64: 2²⁴ and 2⁵³. */
const exactTo: Readonly<Record<FloatType, bigint>> = { Float32: 2n ** 24n, Float64: 2n ** 53n };

/**
 * Returns true if every value of one type is a value of the other, so that a transfer is lossless.
 */
export function widens(from: FmiType, to: FmiType): boolean {
  if (from === to) return true;
  if (from === 'Float32') return to === 'Float64';
  if (!isInteger(from)) return false;
  const [min, max] = integerRanges[from];
  if (isFloatType(to)) return max <= exactTo[to] && -min <= exactTo[to];
  return isInteger(to) && integerRanges[to][0] <= min && max <= integerRanges[to][1];
}
