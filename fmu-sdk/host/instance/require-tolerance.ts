import { isTolerance, leastTolerance } from '../../description/default-experiment.ts';
import { UserError } from '../../util/user-error.ts';

/** Rejects an invalid relative tolerance. */
export function requireTolerance(file: string, value: number | undefined): void {
  if (value === undefined || isTolerance(value)) return;
  throw new UserError(
    `load ${file}: expected a relative tolerance of ${leastTolerance} or more, got ${value}. Give a number such as 1e-6, or omit it.`,
  );
}
