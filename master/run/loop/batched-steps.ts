import type { RunBatch } from '../../coupling/fast-path/generated-loop.ts';

/** Wall time of a batch of steps: its lower and upper target [ms]. */
const [shortest, longest] = [5, 20];

/** Largest batch of steps that limits its time itself. */
const mostAtOnce = 2 ** 20;

/** Runs steps in batches, long enough to be cheap and short enough to watch the run. */
export class BatchedSteps {
  private count = 16;

  /** @param limitsTime true if the batch itself ends early after some time */
  constructor(
    private readonly several: RunBatch,
    private readonly limitsTime = false,
  ) {}

  /**
   * Runs steps from n on, at most up to `end`. Returns their number, or 0 if an exchanged value is
   * not finite.
   */
  advance(n: number, end: number): number {
    if (this.limitsTime) return this.several(n, Math.min(end - n, mostAtOnce));
    const count = Math.min(end - n, this.count);
    // Timing a single step is not worth two clock readings.
    if (count === 1 && this.count > 1) return this.several(n, 1);
    const begin = performance.now();
    const done = this.several(n, count);
    const duration = performance.now() - begin;
    if (duration < shortest && count === this.count) this.count = 2 * count;
    if (duration > longest) this.count = Math.max(1, count >> 1);
    return done;
  }
}
