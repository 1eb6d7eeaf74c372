/** Time between events, as shares of the communication step and of the time, that is none. */
const [ofStep, ofTime] = [1e-9, 1e-11];
/**
 * Intervals each shorter than the one before, after which what is left of them may be no more than so often a time that is none: but little of H, for
 * what rests in the end does so in long steps too.
 */
const [falling, left] = [12, 10];
/** The same after which the next of them may be none, where they fall by the same ratio but for this share of it. */
const [steep, even] = [3, 0.1];
/** As a share of the time or of the communication step: times that are the same. */
const rounding = 1e-12;

/** What to do about them. */
export const wayToRest = 'Give it a state of rest from which no event comes, or end the run before';

/**
 * Events that come ever closer (Zeno). Intervals that go on to fall as the last two do, by q, are over after τ q / (1 − q): where that is no time any
 * more, or the next of them, the events have no end. A unit that makes its own steps goes by the same rule (`fmu-sdk/author/zeno-guard.ts`).
 */
export class ClosingEvents {
  /** Where the events would have no end, by the last `add` that said so [s]. */
  end: number = Number.NaN;
  /** How many intervals were shorter than the one before, in a row, and the last of them [s]. */
  shorter: number = 0;
  interval: number = Number.POSITIVE_INFINITY;
  /** Within what [s] events are so close that there is no time between them. */
  near: number = 0;
  private same = 0;
  private last = Number.NEGATIVE_INFINITY;
  private ratio = 0;

  /** A communication step from t by H [s] begins. */
  begin(t: number, H: number): void {
    this.near = ofStep * H + ofTime * Math.abs(t);
    this.same = rounding * Math.max(H, Math.abs(t));
  }

  /** An event at t [s]; whether there is no end of them. */
  add(t: number): boolean {
    const interval = t - this.last;
    if (interval >= 0 && interval <= this.same) return false;
    this.last = t;
    const ratio = interval / this.interval;
    const before = this.ratio;
    this.shorter = ratio >= 0 && ratio < 1 ? this.shorter + 1 : 0;
    this.interval = interval > 0 ? interval : Number.POSITIVE_INFINITY;
    this.ratio = ratio;
    const next = interval * ratio;
    const rest = next / (1 - ratio);
    this.end = t + rest;
    const isNone = next <= left * this.same && Math.abs(ratio - before) <= even * ratio;
    const isLittle = rest <= left * (this.same + ofTime * Math.abs(t));
    return (this.shorter >= steep && isNone) || (this.shorter >= falling && isLittle);
  }

  /** What such events are, in words. */
  get words(): string {
    return `events come ever closer, ${this.shorter} times in a row, the last after ${this.interval.toPrecision(3)} s, and would have no end at t = ${this.end} s (Zeno)`;
  }
}
