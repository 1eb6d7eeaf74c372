import { fail, numberText } from './safe-text';
import { Unit } from './unit';

/** Events without time between them after which the unit is given up. */
const most: i32 = 1000;
/** Time between so many events, as shares of the communication step and of the time, that is none. */
const ofStep: f64 = 1.0e-9;
const ofTime: f64 = 1.0e-11;
/**
 * Intervals each shorter than the one before, after which what is left of them may be no more than so often a time that is none: but little of H, for
 * what rests in the end does so in long steps too.
 */
const falling: i32 = 12;
const left: f64 = 10.0;
/** The same after which the next of them may be none, where they fall by the same ratio but for this share of it. */
const steep: i32 = 3;
const even: f64 = 0.1;
/** As a share of the time or of the communication step: times that are the same. */
const rounding: f64 = 1.0e-12;
const hint: string = '. Give the switch a hysteresis, or a mode in which it slides';
const closer: string = '. Give it a state of rest from which no event comes, or end the run before';

/** Events that come so close to each other that a communication step would never end (sliding modes, Zeno). */
export class Crowd {
  private count: i32 = 0;
  private since: f64 = 0.0;
  private near: f64 = 0.0;
  private same: f64 = 0.0;
  /** The last event [s], the interval before it [s], its ratio to the one before that, and how many were shorter than the one before, in a row. */
  private last: f64 = -Infinity;
  private interval: f64 = Infinity;
  private ratio: f64 = 0.0;
  private shorter: i32 = 0;

  /** A step from t by H [s] begins. */
  begin(t: f64, H: f64): void {
    this.count = 0;
    this.since = t;
    this.near = ofStep * H + ofTime * Math.abs(t);
    this.same = rounding * Math.max(H, Math.abs(t));
  }

  /** An event at t [s] inside of it. */
  add(t: f64, unit: Unit): void {
    this.follow(t, unit);
    // The wrong way round for what is no number, which is no progress either.
    if (t > this.since + this.near) {
      this.count = 0;
      this.since = t;
      return;
    }
    this.count++;
    if (this.count == most) fail(unit.crowded(t, this.near, 0.0));
  }

  /**
   * An event at t [s], of any step. Intervals that go on to fall as the last two do, by q, are over after τ q / (1 − q): where that is no time any more, or the
   * next of them, the events have no end.
   */
  follow(t: f64, unit: Unit): void {
    const interval: f64 = t - this.last;
    if (interval >= 0.0 && interval <= this.same) return;
    this.last = t;
    const ratio: f64 = interval / this.interval;
    const before: f64 = this.ratio;
    this.shorter = ratio >= 0.0 && ratio < 1.0 ? this.shorter + 1 : 0;
    this.interval = interval > 0.0 ? interval : Infinity;
    this.ratio = ratio;
    const next: f64 = interval * ratio;
    const isNone: bool = next <= left * this.same && Math.abs(ratio - before) <= even * ratio;
    const isLittle: bool = next / (1.0 - ratio) <= left * (this.same + ofTime * Math.abs(t));
    if ((this.shorter >= steep && isNone) || (this.shorter >= falling && isLittle))
      fail(unit.crowded(t, this.near, interval));
  }
}

/**
 * Why a unit is given up whose events do not advance: see `Unit.crowded`; `last` says where that was. Only
 * units with event indicators have these words in their code: a step of others reaches no text of numbers.
 *
 * @example
 * if (this.switches > 999) fail(crowdWords(t, 1.0e-9 * h, 0.0, ', the last where gap changes its sign'));
 */
export function crowdWords(t: f64, near: f64, interval: f64, last: string): string {
  const here: string = 'its events at t = ' + numberText(t) + ' s ';
  if (interval > 0.0)
    return (
      here +
      'come ever closer, after ' +
      numberText(interval) +
      ' s now, and have no end (Zeno)' +
      last +
      closer
    );
  return (
    here + 'never end: ' + numberText(f64(most)) + ' of them within ' + numberText(near) + ' s' + last + hint
  );
}
