/** Progress of a study. */
export interface StudyProgress {
  /** Completed runs, including earlier starts, and number of runs. */
  done: number;
  count: number;
  /** Runs per second since this start, 0 before the first. */
  pace: number;
  /** Estimated remaining time [s], or undefined before the first run. */
  remainingSeconds: number | undefined;
}

/** Length of a moving average [s]. */
const window = 20;

/**
 * Estimates the remaining time from work in steps, because long runs have many steps. In a sweep
 * over H, the slowest runs would otherwise distort it. The speed is that of the last seconds, at
 * first of the whole start.
 */
export class Estimate {
  private readonly looks: { at: number; work: number }[] = [];
  private work = 0;
  private fresh = 0;

  /**
   * @param before runs of earlier starts
   * @param total work of the remaining runs
   * @param now clock [s]
   */
  constructor(
    private readonly count: number,
    private readonly before: number,
    private readonly total: number,
    private readonly now: () => number = () => performance.now() / 1000,
  ) {
    this.looks.push({ at: now(), work: 0 });
  }

  /** Adds completed runs and their work. */
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
      remainingSeconds: speed > 0 ? Math.max(0, this.total - this.work) / speed : undefined,
    };
  }
}
