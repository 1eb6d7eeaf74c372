import type { Difference } from './difference.ts';
import { Parted, type Step, type Walker } from './walker.ts';

/** A step of a walk that contradicts earlier steps of the walk. */
export interface Contradiction {
  readonly at: number;
  readonly difference: Difference;
}

/** Repeats a walk up to its contradiction, and throws `Parted` there. */
export function partAt(walker: Walker, steps: readonly Step[], found: Contradiction | undefined): void {
  if (found === undefined) return;
  try {
    walker.repeat(steps.slice(0, found.at + 1));
  } catch (error) {
    // What differs each time is a matter of other rules.
    if (error instanceof Parted) return;
    throw error;
  }
  throw new Parted(found.difference, steps[found.at]);
}
