/** How far a study is. */
export interface StudyProgress {
  /** Runs that are done, those of earlier starts included, and all of them. */
  done: number;
  count: number;
  /** Runs of this start a second; 0 before the first. */
  pace: number;
  /** Time that is left by what this start has done of its work [s]; undefined before anything is. */
  left: number | undefined;
}

/** Length of a running mean [s]. */
const window = 20;

/**
 * Estimates the time that is left. Runs are as long as they have steps, so what counts is work in steps, not runs: a sweep over H does not
 * end with its slowest tenth as a surprise. The speed is that of the last seconds, and of the whole start as long as it is short.
 */
export class Estimate {
  private readonly looks: { at: number; work: number }[] = [];
  private work = 0;
  private fresh = 0;

  /** `before`: runs of earlier starts; `total`: work of those that are left. `now`: a clock [s]. */
  constructor(
    private readonly count: number,
    private readonly before: number,
    private readonly total: number,
    private readonly now: () => number = () => performance.now() / 1000,
  ) {
    this.looks.push({ at: now(), work: 0 });
  }

  /** So many runs more are done, which were so much work. */
  add(runs: number, work: number): void {
    this.fresh += runs;
    this.work += work;
    const at = this.now();
    this.looks.push({ at, work: this.work });
    while (this.looks.length > 2 && this.looks[1].at < at - window) this.looks.shift();
  }

  get progress(): StudyProgress {
    const [first] = this.looks;
    const at = this.now();
    const seconds = Math.max(1e-9, at - first.at);
    const speed = (this.work - first.work) / seconds;
    return {
      done: this.before + this.fresh,
      count: this.count,
      pace: this.work === 0 ? 0 : (this.fresh * speed) / this.work,
      left: speed > 0 ? Math.max(0, this.total - this.work) / speed : undefined,
    };
  }
}
