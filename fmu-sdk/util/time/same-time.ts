/**
 * Returns the largest difference of times around a step of H > 0 [s] that an importer may have
 * added up from rounded steps. A component accepts this difference, too
 * (`fmu-sdk/build/component/glue/do-step.ts`).
 */
export function timeTolerance(H: number): number {
  return 1e-3 * H;
}

/** Relative distance of equal times, as a share of the time or of the communication step. */
const rounding = 1e-12;

/**
 * Returns the distance [s] below which an exact time near t [s] and a computed one are equal: a few
 * units in the last place.
 */
export function roundingTolerance(t: number): number {
  return 8 * Number.EPSILON * Math.abs(t);
}

/**
 * Returns the distance below which two times near t [s] are the same instant, in a step of H [s]:
 * 10⁻¹² max(|t|, H). Events within it are handled together, at one time.
 */
export function instantTolerance(t: number, H: number): number {
  return rounding * Math.max(Math.abs(t), H);
}

/**
 * Distance of the same instant in the present step (`instantTolerance`). It is a field, because V8
 * may allocate a returned number on the heap.
 */
export class SameInstant {
  /** Distance below which two times are the same instant [s]. */
  near: number = 0;

  /** Begins a step from t by H [s]. */
  begin(t: number, H: number): void {
    this.near = rounding * Math.max(Math.abs(t), H);
  }
}

/**
 * Distance below which the time of a row of an input file is a communication point, as a share of
 * the step. It is larger than that of events, because files have fewer digits.
 */
export const rowRounding = 1e-9;
