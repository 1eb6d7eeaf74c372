/** Bounds between the magnitudes that count as different, relative to the nominal value. */
const bounds = [1e-12, 0.1, 1, 10, 100] as const;

/**
 * Returns the region of a value as one bit: its sign, and its magnitude relative to `nominal`.
 * Infinite values and NaN have regions of their own.
 */
export function regionOf(value: number, nominal: number): number {
  if (Number.isNaN(value)) return 1 << 30;
  const magnitude = Math.abs(value) / (nominal || 1);
  if (magnitude === Number.POSITIVE_INFINITY) return value > 0 ? 1 << 29 : 1 << 28;
  let level = 0;
  while (level < bounds.length && magnitude >= bounds[level]) level++;
  return 1 << (value < 0 && level > 0 ? level + bounds.length : level);
}
