import { isFloat, isZero } from '../attribute-codec.ts';

/** A whole number from its decimal text, of any size; undefined for any other text (`0x10`, `1e3`, `''`, ` 1`). */
export function wholeFrom(text: string): bigint | undefined {
  return /^[+-]?\d+$/.test(text) ? BigInt(text.replace(/^\+/, '')) : undefined;
}

/**
 * The number that is nearest to a decimal text, as doubles are; undefined for any other text (`0x10`, `NaN`, `''`, ` 1`),
 * for what is beyond the largest double (`1e999`), and for what is not 0 and nearest to it all the same (`1e-999`).
 */
export function numberFrom(text: string): number | undefined {
  if (!isFloat(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) && (value !== 0 || isZero(text)) ? value : undefined;
}

/** Whether a decimal text is of a number that is not 0, and to which 0 is the nearest double. */
export function isTiny(text: string): boolean {
  return isFloat(text) && Number(text) === 0 && !isZero(text);
}

/** The double nearest to 10ⁿ, of a whole n: `10 ** -4` is the one before it. */
export function powerOfTen(n: number): number {
  return Number(`1e${n}`);
}

/** A bound of a real variable; none where it has none. */
export function realBound(text: string | undefined, none: number): number {
  const value = text === undefined ? none : Number(text.replace(/INF$/, 'Infinity'));
  return Number.isNaN(value) ? none : value;
}
