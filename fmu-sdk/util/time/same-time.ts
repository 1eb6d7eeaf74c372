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
 * Returns the distance below which two times near t [s] are the same instant, in a step of H [s]:
 * 10⁻¹² max(|t|, H). Events within it are handled together, at one time.
 */
export function instantTolerance(t: number, H: number): number {
  return rounding * Math.max(Math.abs(t), H);
}
