/**
 * How fast a run goes, from the share of it that is done at two moments at least: what comes before its first step (reading,
 * compiling) is no part of its pace.
 */
export class Pace {
  private first: { share: number; at: number } | undefined;
  private share = 0;
  private at = 0;
  private readonly seconds: number;

  /** @param seconds length of the run in simulation time [s] */
  constructor(seconds: number) {
    this.seconds = seconds;
  }

  /** @param share done, 0 … 1; `at` the wall time [s] */
  look(share: number, at: number): void {
    if (share > 0) this.first ??= { share, at };
    [this.share, this.at] = [share, at];
  }

  /** Share of the run a second; undefined while nobody can know. */
  private get rate(): number | undefined {
    if (this.first === undefined || !(this.at - this.first.at > 0.05)) return undefined;
    const rate = (this.share - this.first.share) / (this.at - this.first.at);
    return rate > 0 ? rate : undefined;
  }

  /** Simulation time a second of wall time: `12×`, `0.034×`. */
  get factor(): string | undefined {
    return this.rate === undefined ? undefined : `${brief(this.rate * this.seconds)}×`;
  }

  /** Wall time that is left [s]. */
  get secondsLeft(): number | undefined {
    return this.rate === undefined ? undefined : (1 - this.share) / this.rate;
  }

  /** The same for people: `3 s`, `12 min`. */
  get left(): string | undefined {
    return this.secondsLeft === undefined ? undefined : duration(this.secondsLeft);
  }
}

/** A number of two digits or more, without an exponent where it is of a usual size: 0.034, 1.2, 340. */
export function brief(x: number): string {
  if (!(x > 0)) return `${x}`;
  if (x >= 100) return x < 1e7 ? x.toFixed(0) : x.toPrecision(2);
  return `${Number(x.toPrecision(2))}`;
}

/** Wall time for people. */
export function duration(seconds: number): string {
  if (seconds < 1) return 'less than 1 s';
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  if (seconds < 63_115_200) return `${Math.round(seconds / 86_400)} days`;
  return `${brief(seconds / 31_557_600)} years`;
}
