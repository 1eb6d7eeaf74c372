/**
 * Returns a function that rounds communication points t_n = t₀ + n H to decimals. If t₀ and H have
 * few decimals, so have all points, and the rest is rounding. Other times, such as events, stay
 * unchanged.
 */
export function decimalTime(startTime: number, step: number): (t: number) => number {
  const places = Math.max(decimals(startTime), decimals(step));
  const size = Math.max(Math.abs(startTime), step);
  if (!(places <= mostPlaces)) return (t) => t;
  const scale = 10 ** places;
  return (t) => roundedTime(t, scale, size);
}

/**
 * Limit of decimals. 10^22 is the largest power of ten that is a double, but times have fewer
 * digits.
 */
export const mostPlaces = 15;
/** Tolerance for rounding relative to the time: a few units in the last place. */
const rounding = 8 * Number.EPSILON;

/**
 * Returns a time t [s] rounded to decimals, if that changes only its last digits, or those of the
 * largest term of its sum, `size` [s]. Otherwise returns t.
 */
export function roundTime(t: number, places: number, size: number): number {
  return places <= mostPlaces ? roundedTime(t, 10 ** places, size) : t;
}

function roundedTime(t: number, scale: number, size: number): number {
  const whole = Math.round(t * scale);
  const near = whole / scale;
  const exact = Math.abs(whole) <= Number.MAX_SAFE_INTEGER;
  return exact && Math.abs(near - t) <= rounding * Math.max(Math.abs(t), size) ? near : t;
}

/** Returns the number of decimals of the shortest text of a number. */
export function decimals(x: number): number {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(x)) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}
