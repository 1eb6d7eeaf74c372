/** Stretch of time, with the order of the error in it. */
export interface Stretch {
  /** First common point of the stretch, and the point behind its last one. */
  readonly from: number;
  readonly to: number;
  /** Order p of the error in the step. NaN if the runs do not differ. */
  readonly order: number;
  /** Cosine of the angle between both differences. It is 1 if they have one shape. */
  readonly likeness: number;
  /** Largest difference in the stretch. */
  readonly largest: number;
}

/** Points that a stretch should have, and the largest number of stretches. */
const [fewPoints, mostStretches] = [10, 40];

/**
 * Divides common points into stretches of time and returns the order of the error in each, from the
 * differences of runs with the steps H, 2H and 4H. For an error c(t) Hᵖ they are
 *
 *   d₁ = y_H − y_2H = (1 − 2ᵖ) c Hᵖ,  d₂ = y_2H − y_4H = 2ᵖ d₁.
 *
 * So p = log₂ (‖d₂‖ / ‖d₁‖), and d₁ and d₂ have one shape (Richardson 1911).
 */
export function stretchesOf(d1: Float64Array, d2: Float64Array): Stretch[] {
  const n = d1.length;
  const count = Math.max(1, Math.min(mostStretches, Math.floor(n / fewPoints)));
  return Array.from({ length: count }, (_, s) => {
    const [from, to] = [Math.round((s * n) / count), Math.round(((s + 1) * n) / count)];
    return { from, to, ...orderIn(d1.subarray(from, to), d2.subarray(from, to)) };
  });
}

function orderIn(d1: Float64Array, d2: Float64Array): Omit<Stretch, 'from' | 'to'> {
  let largest = 0;
  for (let k = 0; k < d1.length; k++) largest = Math.max(largest, Math.abs(d1[k]), Math.abs(d2[k]));
  // Scaled values neither overflow nor vanish when they are squared.
  let [s11, s12, s22] = [0, 0, 0];
  for (let k = 0; k < d1.length; k++) {
    const [a, b] = [d1[k] / largest, d2[k] / largest];
    s11 += a * a;
    s12 += a * b;
    s22 += b * b;
  }
  return { order: 0.5 * Math.log2(s22 / s11), likeness: s12 / Math.sqrt(s11 * s22), largest };
}
