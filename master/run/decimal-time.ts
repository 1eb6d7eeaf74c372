/**
 * Communication points t_n = t₀ + n H as decimals: where t₀ and H have few decimals, so have all points, and what a sum of
 * doubles has beside them is rounding. A time that is none of these points (an event) stays as it is.
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

/** 10^22 is the largest power of ten that is a double; times have fewer. */
const mostPlaces = 15;
/** What is rounding, as a share of the time: a few units in the last place. */
const rounding = 8 * Number.EPSILON;

/** Decimals of the shortest text of a number. */
function decimals(x: number): number {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(x)) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}
