/** Digits from which on a decimal number is taken for a rounded one: `%g` of C prints so many, `%f` behind the point. */
const rounded = 6;

/**
 * Whether a real is what a decimal number may have been printed from: they are no further apart than half a unit of its last
 * digit, where it has six digits or more, or so many behind the point. `0.333333` may be 1/3, `0.000000` 10⁻⁸; `0.33` is itself.
 */
export function mayHavePrinted(value: number, text: string): boolean {
  const [, mantissa, fraction = '', exponent = '0'] =
    /^[+-]?(\d*(?:\.(\d*))?)(?:[eE]([+-]?\d+))?$/.exec(text.trim()) ?? [];
  if (mantissa === undefined) return false;
  const digits = mantissa.replace('.', '').replace(/^0+/, '').length;
  const half = 0.5 * 10 ** (Number(exponent) - fraction.length);
  return Math.max(digits, fraction.length) >= rounded && Math.abs(value - Number(text)) <= half * (1 + 1e-9);
}
