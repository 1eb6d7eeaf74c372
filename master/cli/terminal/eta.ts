/**
 * Speed of a run, from its progress at two times or more. The time before the first step (reading,
 * compiling) does not count.
 */
export class RunSpeed {
  private first: { share: number; at: number } | undefined;
  private share = 0;
  private at = 0;

  /** @param seconds length of the run in simulation time [s] */
  constructor(private readonly seconds: number) {}

  /**
   * @param share completed share, 0 … 1
   * @param at wall time [s]
   */
  update(share: number, at: number): void {
    if (share > 0) this.first ??= { share, at };
    [this.share, this.at] = [share, at];
  }

  /** Share of the run per second, or undefined while it is unknown. */
  private get rate(): number | undefined {
    if (this.first === undefined || !(this.at - this.first.at > 0.05)) return undefined;
    const rate = (this.share - this.first.share) / (this.at - this.first.at);
    return rate > 0 ? rate : undefined;
  }

  /** Simulation time per wall time: `12×`, `0.034×`. */
  get factor(): string | undefined {
    return this.rate === undefined ? undefined : `${shortNumber(this.rate * this.seconds)}×`;
  }

  /** Remaining wall time [s]. */
  get secondsLeft(): number | undefined {
    return this.rate === undefined ? undefined : (1 - this.share) / this.rate;
  }

  /** Remaining wall time as text: `3 s`, `12 min`. */
  get timeLeft(): string | undefined {
    return this.secondsLeft === undefined ? undefined : duration(this.secondsLeft);
  }
}

/**
 * Formats a number with two or more digits, without an exponent at usual sizes: 0.034, 1.2, 340.
 */
export function shortNumber(x: number): string {
  if (!(x > 0)) return `${x}`;
  if (x >= 100) return x < 1e7 ? x.toFixed(0) : x.toPrecision(2);
  return `${Number(x.toPrecision(2))}`;
}

/** Formats a wall time. */
export function duration(seconds: number): string {
  if (seconds < 1) return 'less than 1 s';
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  if (seconds < 63_115_200) return `${Math.round(seconds / 86_400)} days`;
  return `${shortNumber(seconds / 31_557_600)} years`;
}
