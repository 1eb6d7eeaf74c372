import { UserError } from '../../fmu-sdk/util/user-error.ts';

/** Limits of a verdict that a user can set. */
export interface VerdictLimits {
  /**
   * Largest share of the coupling error: residual energy of the energy that a bond or joint carries,
   * or error of a connection of the variation of its value. Default: 0.01.
   */
  maxResidual?: number | undefined;
  /** Largest drift of the energy balance as a share of the exchanged energy. Default: 0.01. */
  maxDrift?: number | undefined;
  /** Largest violation of a constraint, an output `constraint_position`, in its unit. Default: 0.001. */
  maxConstraint?: number | undefined;
  /** Largest share of steps that are late in a real-time run. Default: 0.01. */
  maxLate?: number | undefined;
}

/** Limits that are used if the user sets none. `docs/explain/coupling/verdict.md` gives the reasons. */
export const defaultLimits: Readonly<Record<keyof VerdictLimits, number>> = {
  maxResidual: 0.01,
  maxDrift: 0.01,
  maxConstraint: 0.001,
  maxLate: 0.01,
};

/** A value above this multiple of its limit is not only doubtful, but not to be trusted. */
export const distrustFactor = 10;

/**
 * Smallest part of the largest value or energy with an equal unit of measure that is judged. Smaller
 * ones count as rounding.
 */
export const negligible = 1e-6;

/**
 * Size of a value, in its unit of measure, below which a unit is at rest. Rounding alone moves the
 * resting crane of `systems/` by less.
 */
export const rest = 1e-10;

/** Factor of a value to the largest start value that no physical quantity reaches. */
export const beyondPhysical = 1e18;

/** Growth of a value from each quarter of a run to the next that counts as exponential. */
export const quarterGrowth = 3;

/** Growth of the range of a value from each quarter of a run to the next that counts as steady. */
export const steadyGrowth = 1.05;

/** Exponential growth over a run that counts as divergence. */
export const divergence = 1e6;

/** Share of `maxResidual` above which the coupling may be the cause of exponential growth. */
export const growthShare = 0.1;

/** Returns the limits among other settings. */
export const pickLimits = ({
  maxResidual,
  maxDrift,
  maxConstraint,
  maxLate,
}: VerdictLimits): VerdictLimits => ({ maxResidual, maxDrift, maxConstraint, maxLate });

/** Returns all limits, with the defaults for those that are not set. */
export function limitsFrom(limits: VerdictLimits): Readonly<Record<keyof VerdictLimits, number>> {
  const { maxResidual, maxDrift, maxConstraint, maxLate } = defaultLimits;
  return {
    maxResidual: limits.maxResidual ?? maxResidual,
    maxDrift: limits.maxDrift ?? maxDrift,
    maxConstraint: limits.maxConstraint ?? maxConstraint,
    maxLate: limits.maxLate ?? maxLate,
  };
}

/** Validates limits of untyped callers. */
export function requireLimits(what: string, limits: VerdictLimits): void {
  for (const name of Object.keys(defaultLimits) as (keyof VerdictLimits)[]) {
    const value = limits[name];
    if (value === undefined || (value > 0 && value < Number.POSITIVE_INFINITY)) continue;
    throw new UserError(`${what}: ${name}: expected a number above 0, got ${value}. Example: 0.01 is 1 %.`);
  }
}
