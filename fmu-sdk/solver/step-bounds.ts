import { SolverFailure } from './ode-integrator.ts';

/** A step that ends within this share of itself before the bound is stretched to the bound. */
const stretch = 1e-2;

/** The end of a step of size h from t: the bound itself when it is near or passed. */
export function endOfStep(t: number, h: number, bound: number): number {
  return t + h * (1 + stretch) >= bound ? bound : t + h;
}

/** Refuses a step that no longer advances the time. */
export function rejectTinyStep(t: number, h: number): void {
  if (h > 4 * Number.EPSILON * Math.abs(t) && h > Number.MIN_VALUE) return;
  throw new SolverFailure(
    `its error stays above the tolerance at t = ${t} s down to steps of ${h} s: a singularity, a jump that no event indicator announces, or a tolerance that is too small`,
  );
}

/**
 * Reports missing derivatives at a required point: the start of an integration, or the end of an
 * accepted step.
 */
export function rejectPoint(t: number): never {
  throw new SolverFailure(`the FMU returns no derivatives at t = ${t} s`);
}
