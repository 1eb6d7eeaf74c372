/**
 * How far apart times are that are the same, before or behind a step of H > 0 [s]: whoever couples units adds up rounded steps. A component
 * takes as much (`fmu-sdk/build/component/glue/do-step.ts`).
 */
export function slackOf(H: number): number {
  return 1e-3 * H;
}
