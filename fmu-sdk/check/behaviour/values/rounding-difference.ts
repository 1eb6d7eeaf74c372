import { sameValues, type Value } from '../fmu-probe.ts';

/**
 * Returns true if values differ by more than rounding: FMUs may store a number in another unit of
 * measure.
 */
export function differs(a: readonly Value[], b: readonly Value[]): boolean {
  if (sameValues(a, b)) return false;
  if (a.length !== b.length) return true;
  return a.some((x, i) => {
    const y = b[i];
    if (typeof x !== 'number' || typeof y !== 'number') return !sameValues([x], [y]);
    if (Number.isInteger(x) && Number.isInteger(y)) return x !== y;
    return !(Math.abs(x - y) <= 1e-12 * Math.max(Math.abs(x), Math.abs(y)));
  });
}
