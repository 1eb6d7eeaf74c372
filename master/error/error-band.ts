import { eventShifts } from './event-shifts.ts';
import { runningMaximum } from './running-maximum.ts';
import { type Stretch, stretchesOf } from './stretches.ts';

/** Stretch of time with the claim of its band. */
export interface BandStretch extends Stretch {
  /** True if the differences follow an order, so that the band follows from it. */
  readonly asymptotic: boolean;
}

/** Error band of one column at the common points of its runs. */
export interface ErrorBand {
  /** Half width of the band at each point. */
  readonly band: Float64Array;
  readonly stretches: readonly BandStretch[];
}

/** Smallest likeness of both differences in a stretch that follows an order. */
const leastLikeness = 0.98;
/** Orders that count: an error of a lower order may not shrink, one of a higher order is chance. */
const [lowestOrder, highestOrder] = [0.75, 4.5];
/** Beyond this order the coarsest run diverges. */
const divergentOrder = 10;
/** Largest difference of the orders of neighbouring stretches. */
const steadiness = 0.3;
/** Largest order that makes a band narrower. */
const trustedOrder = 3;
/** Width of a band, in estimated errors. */
const safety = 1.5;
/** Points on each side whose errors count at a point. They bridge zeros, and shifted events. */
export const reach = 3;
/** Factor by which differences must exceed an earlier event, and an earlier stretch without an order. */
const outgrown = 3;
/** Rounding of a value, in parts of its largest magnitude. */
const rounding = 64 * Number.EPSILON;

/**
 * Returns the error band of a run with the step H, from its differences to runs with 2H and 4H.
 *
 * Where they follow an order p, the error is d₁ / (2ᵖ − 1). Elsewhere the band is as wide as the
 * largest difference of two of the three runs. `docs/explain/results/error-bands.md` gives the
 * reasons for the limits.
 *
 * @param d1 values of the run with H minus those with 2H, at common points
 * @param d2 values of the run with 2H minus those with 4H. Without it, no stretch has an order.
 * @param size largest magnitude of the column
 */
export function errorBand(d1: Float64Array, d2: Float64Array | undefined, size: number): ErrorBand {
  const noise = rounding * size;
  const coarse = d2 ?? d1;
  const shifts = d2 === undefined ? undefined : eventShifts([d1, d2], noise);
  const stretches = judged(stretchesOf(d1, coarse), shifts, noise);
  const errors = new Float64Array(d1.length);
  for (const stretch of stretches) {
    const { from, to, order, asymptotic } = stretch;
    if (!asymptotic) {
      errors.fill(seenIn(d1, order > divergentOrder ? undefined : coarse, from, to), from, to);
      continue;
    }
    const share = shareOf(stretch);
    for (let k = from; k < to; k++) {
      const a = Math.abs(d1[k]);
      errors[k] = a > noise ? share * a : a;
    }
  }
  const band = runningMaximum(errors, reach);
  for (let k = 0; k < band.length; k++) band[k] += noise;
  return { band, stretches };
}

/** Returns the width of the band in differences d₁: the estimated error where they follow an order. */
export function shareOf({ asymptotic, order }: BandStretch): number {
  return asymptotic && Number.isFinite(order) ? safety / (2 ** Math.min(order, trustedOrder) - 1) : 1;
}

/**
 * Marks the stretches whose differences follow an order.
 *
 * The differences of a stretch without an order remain in all later ones. An event shifts a column by
 * one number times a smooth curve. So its differences have one shape and a steady ratio, but no order.
 * A stretch behind either has an order only if its differences have outgrown it.
 *
 * @param shifts shifts at events, for each common point. Without them, no stretch has an order.
 */
function judged(
  stretches: readonly Stretch[],
  shifts: Float64Array | undefined,
  noise: number,
): BandStretch[] {
  let disorder = 0;
  return stretches.map((stretch, s) => {
    const { to, largest } = stretch;
    if (largest <= noise) return { ...stretch, order: Number.NaN, asymptotic: true };
    if (shifts === undefined) return { ...stretch, order: Number.NaN, asymptotic: false };
    const near = [stretches[s - 1], stretches[s + 1]].filter((other) => other?.largest > noise);
    const follows = hasOrder(stretch) && near.every((other) => agree(stretch, other));
    if (!follows) disorder = Math.max(disorder, largest);
    return { ...stretch, asymptotic: follows && largest > outgrown * Math.max(disorder, shifts[to - 1]) };
  });
}

/**
 * Returns the largest difference of two of the runs in a stretch. Without d₂, the coarsest run is so
 * far from the others that it says nothing about them.
 */
function seenIn(d1: Float64Array, d2: Float64Array | undefined, from: number, to: number): number {
  let largest = 0;
  for (let k = from; k < to; k++) {
    largest = Math.max(largest, Math.abs(d1[k]));
    if (d2 !== undefined) largest = Math.max(largest, Math.abs(d2[k]), Math.abs(d1[k] + d2[k]));
  }
  return largest;
}

/** Points that a stretch needs to show an order. */
const leastPoints = 5;

const hasOrder = ({ from, to, order, likeness }: Stretch): boolean =>
  to - from >= leastPoints && likeness >= leastLikeness && order >= lowestOrder && order <= highestOrder;

const agree = (a: Stretch, b: Stretch): boolean => Math.abs(a.order - b.order) < steadiness;
