/**
 * Number of digits from which a decimal number counts as rounded: C's `%g` prints this many in
 * total, `%f` this many after the point.
 */
const rounded = 6;

/**
 * Returns true if `text` may be `value` after rounding. They then differ by at most half a unit
 * of the last digit. The text has at least six digits, or six after the point. The text `0.333333`
 * may be 1/3, and `0.000000` may be 10⁻⁸. The text `0.33` is exact.
 */
export function mayHavePrinted(value: number, text: string): boolean {
  const [, mantissa, fraction = '', exponent = '0'] =
    /^[+-]?(\d*(?:\.(\d*))?)(?:[eE]([+-]?\d+))?$/.exec(text.trim()) ?? [];
  if (mantissa === undefined) return false;
  const digits = mantissa.replace('.', '').replace(/^0+/, '').length;
  const half = 0.5 * 10 ** (Number(exponent) - fraction.length);
  return Math.max(digits, fraction.length) >= rounded && Math.abs(value - Number(text)) <= half * (1 + 1e-9);
}
