/**
 * A natural number that stands for several choices, one after the other. The first choice of every
 * kind is the simplest, so that a smaller number gives a shorter sequence.
 */
export class Choice {
  constructor(private rest: number) {}

  /** Returns a number from 0 to `count` − 1. */
  of(count: number): number {
    const chosen = this.rest % count;
    this.rest = Math.floor(this.rest / count);
    return chosen;
  }

  from<T>(items: readonly T[]): T {
    return items[this.of(items.length)];
  }
}
