import { fail, numberText } from './safe-text';
import { Unit } from './unit';

/** Events without time between them after which the unit is given up. */
const most: i32 = 1000;
/** Time between events that counts as 0, as shares of the communication step and of the time. */
const ofStep: f64 = 1.0e-9;
const ofTime: f64 = 1.0e-11;
/**
 * Number of falling intervals in a row after which the remaining time is compared with this many
 * times the time that counts as 0. It is a small part of H, because motion that comes to rest
 * passes in long steps too.
 */
const falling: i32 = 12;
const left: f64 = 10.0;
/**
 * Number of intervals after which the next interval may count as 0, when their ratio is constant up
 * to this share.
 */
const steep: i32 = 3;
const even: f64 = 0.1;
/**
 * Relative difference at which two times count as equal, as a share of the time or of the
 * communication step.
 */
const rounding: f64 = 1.0e-12;
const hint: string = '. Give the switch a hysteresis, or a mode in which it slides';
const closer: string = '. Give it a state of rest from which no event comes, or end the run before';

/**
 * Detects events that come so close to each other that a communication step would never end
 * (sliding modes, Zeno).
 */
export class Crowd {
  private count: i32 = 0;
  private since: f64 = 0.0;
  private near: f64 = 0.0;
  private same: f64 = 0.0;
  /**
   * Last event [s]. Then follow the interval before it [s], the ratio of this interval to the one
   * before, and the number of falling intervals in a row.
   */
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
    // The comparison is negated so that NaN counts as a standstill.
    if (t > this.since + this.near) {
      this.count = 0;
      this.since = t;
      return;
    }
    this.count++;
    if (this.count == most) fail(unit.crowded(t, this.near, 0.0));
  }

  /**
   * Records an event at t [s] of any step. Intervals τ that keep falling by the ratio q end after τ
   * q / (1 − q). The events never end when this time, or the next interval, counts as 0.
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
 * Returns the message for a unit whose events do not advance: see `Unit.crowded`. `last` names the
 * place. Only units with event indicators contain these texts. A step of other units reaches no
 * code for number texts.
 *
 * @example
 * const text: string = crowdWords(t, 1.0e-9 * h, 0.0, ', the last where gap changes its sign');
 * if (this.switches > 999) fail(text);
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
