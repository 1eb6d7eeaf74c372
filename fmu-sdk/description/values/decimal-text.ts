import { isFloat, isZero } from '../tables/attribute-codec.ts';

/**
 * Returns the whole number of a decimal text, of any size. Returns undefined for any other text
 * (`0x10`, `1e3`, `''`, ` 1`).
 */
export function wholeFrom(text: string): bigint | undefined {
  return /^[+-]?\d+$/.test(text) ? BigInt(text.replace(/^\+/, '')) : undefined;
}

/**
 * Returns the double nearest to a decimal text. Returns undefined for any other text (`0x10`,
 * `NaN`, `''`, ` 1`) and for numbers beyond the largest double (`1e999`). Also returns undefined
 * for nonzero numbers whose nearest double is 0 (`1e-999`).
 */
export function numberFrom(text: string): number | undefined {
  if (!isFloat(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) && (value !== 0 || isZero(text)) ? value : undefined;
}

/** Returns true if a decimal text denotes a nonzero number whose nearest double is 0. */
export function isTiny(text: string): boolean {
  return isFloat(text) && Number(text) === 0 && !isZero(text);
}

/** The double nearest to 10ⁿ, of a whole n: `10 ** -4` is the one before it. */
export function powerOfTen(n: number): number {
  return Number(`1e${n}`);
}

/** Returns the bound of a real variable, or the default without one. */
export function realBound(text: string | undefined, none: number): number {
  const value = text === undefined ? none : Number(text.replace(/INF$/, 'Infinity'));
  return Number.isNaN(value) ? none : value;
}
