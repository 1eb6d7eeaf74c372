/**
 * Returns a function that rounds communication points t_n = t₀ + n H to decimals. If t₀ and H have
 * few decimals, so have all points, and the rest is rounding. Other times, such as events, stay
 * unchanged.
 */
export function decimalTime(startTime: number, step: number): (t: number) => number {
  const places = Math.max(decimals(startTime), decimals(step));
  if (places > mostPlaces) return (t) => t;
  const scale = 10 ** places;
  return (t) => {
    const whole = Math.round(t * scale);
    const near = whole / scale;
    const exact = Math.abs(whole) <= Number.MAX_SAFE_INTEGER;
    return exact && Math.abs(near - t) <= rounding * Math.max(Math.abs(t), step) ? near : t;
  };
}

/**
 * Limit of decimals. 10^22 is the largest power of ten that is a double, but times have fewer
 * digits.
 */
const mostPlaces = 15;
/** Tolerance for rounding relative to the time: a few units in the last place. */
const rounding = 8 * Number.EPSILON;

/** Returns the number of decimals of the shortest text of a number. */
function decimals(x: number): number {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(x)) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}
