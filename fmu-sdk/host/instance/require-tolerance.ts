import type { ModelDescription } from '../../description/description.ts';
import { UserError } from '../../util/user-error.ts';

/** Smaller values are below the rounding of doubles. */
const least = 1e-15;

function isTolerance(value: number): boolean {
  return value >= least && value < Infinity;
}

/** Rejects an invalid relative tolerance. */
export function requireTolerance(file: string, value: number | undefined): void {
  if (value === undefined || isTolerance(value)) return;
  throw new UserError(
    `load ${file}: expected a relative tolerance of ${least} or more, got ${value}. Give a number such as 1e-6, or omit it.`,
  );
}

/**
 * Returns the relative tolerance of the default experiment. An invalid one, such as 0, counts as
 * missing.
 */
export function defaultTolerance({ defaultExperiment }: ModelDescription): number | undefined {
  const value = defaultExperiment?.tolerance;
  return value !== undefined && isTolerance(value) ? value : undefined;
}
