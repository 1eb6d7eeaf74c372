import type { Several } from '../coupling/loop/generated-loop.ts';

/** Wall time between two looks at a run: the steps that it takes are done in one call [ms]. */
const [shortest, longest] = [5, 20];

/** Does steps in calls that are long enough to cost nothing and short enough for whoever watches the run. */
export class StepsTogether {
  private count = 16;

  constructor(private readonly several: Several) {}

  /** Does steps from n on, at most up to `end`. Says how many; 0 where a value that is exchanged is not finite. */
  advance(n: number, end: number): number {
    const count = Math.min(end - n, this.count);
    // A single one is not worth two looks at the clock.
    if (count === 1 && this.count > 1) return this.several(n, 1);
    const begin = performance.now();
    const done = this.several(n, count);
    const taken = performance.now() - begin;
    if (taken < shortest && count === this.count) this.count = 2 * count;
    if (taken > longest) this.count = Math.max(1, count >> 1);
    return done;
  }
}
