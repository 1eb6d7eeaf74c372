/** Number of points of a run at which its evidence is taken, and the fewest steps between two. */
const [most, fewest] = [1024, 8];

/** Golden ratio, whose multiples fill a unit interval evenly. */
const golden = (Math.sqrt(5) - 1) / 2;

/**
 * Steps of a run at which its evidence is taken: every step of a short run, and about 1024 places of
 * a long one. Their distances vary, so that they do not meet a periodic motion always in one phase.
 */
export class SampleSchedule {
  private readonly spacing: number;
  private place = 0;

  /** @param cluster number of steps in sequence that a place needs */
  constructor(
    steps: number,
    private readonly cluster: number,
  ) {
    this.spacing = steps / most;
  }

  /** Returns the step after n at which evidence is taken next. */
  after(n: number): number {
    if (this.spacing < fewest) return n + 1;
    let first = this.stepAt(this.place) - this.cluster + 1;
    if (n >= first && n < first + this.cluster - 1) return n + 1;
    while (first <= n) first = this.stepAt(++this.place) - this.cluster + 1;
    return first;
  }

  /** Returns the step of a place. */
  private stepAt(place: number): number {
    return Math.floor(this.spacing * (place + ((place * golden) % 1)));
  }

  /** Moves to the place that follows step n. */
  seek(n: number): void {
    this.place = this.spacing < fewest ? 0 : Math.max(0, Math.floor(n / this.spacing) - 2);
  }
}
