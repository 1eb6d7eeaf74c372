/**
 * Returns the largest difference of equal times around a step of H > 0 [s], because an importer
 * adds up rounded steps. A component accepts this difference, too
 * (`fmu-sdk/build/component/glue/do-step.ts`).
 */
export function timeTolerance(H: number): number {
  return 1e-3 * H;
}
