import type { ModelDescription } from '../description/description.ts';
import { UserError } from '../util/user-error.ts';

/** Below it is what doubles round. */
const least = 1e-15;

function isTolerance(value: number): boolean {
  return value >= least && value < Infinity;
}

/** Refuses what is no relative tolerance. */
export function requireTolerance(file: string, value: number | undefined): void {
  if (value === undefined || isTolerance(value)) return;
  throw new UserError(
    `load ${file}: tolerance = ${value} is no relative tolerance. Give a number of ${least} or more, such as 1e-6, or leave it out.`,
  );
}

/** The relative tolerance of a unit's default experiment; one that is none, 0 say, counts as left out. */
export function defaultTolerance({ defaultExperiment }: ModelDescription): number | undefined {
  const value = defaultExperiment?.tolerance;
  return value !== undefined && isTolerance(value) ? value : undefined;
}
