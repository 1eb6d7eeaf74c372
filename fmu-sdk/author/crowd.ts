import { fail, numberText } from './safe';
import { Unit } from './unit';

/** Events without time between them after which the unit is given up. */
const most: i32 = 1000;
/** Time between so many events, as shares of the communication step and of the time, that is none. */
const ofStep: f64 = 1.0e-9;
const ofTime: f64 = 1.0e-11;
const hint: string = '. Give the switch a hysteresis, or a mode in which it slides';

/** Events of a communication step that come so close to each other that it would never end (sliding modes, Zeno). */
export class Crowd {
  private count: i32 = 0;
  private since: f64 = 0.0;
  private near: f64 = 0.0;

  /** A step from t by H [s] begins. */
  begin(t: f64, H: f64): void {
    this.count = 0;
    this.since = t;
    this.near = ofStep * H + ofTime * Math.abs(t);
  }

  /** An event at t [s] inside of it. */
  add(t: f64, unit: Unit): void {
    // The wrong way round for what is no number, which is no progress either.
    if (t > this.since + this.near) {
      this.count = 0;
      this.since = t;
      return;
    }
    this.count++;
    if (this.count == most) fail(unit.crowded(t, this.near));
  }
}

/**
 * Why a unit is given up whose events do not advance: the last at t [s], so many within `near` [s]; `last` says where that was. Only
 * units with event indicators have these words in their code: a step of others reaches no text of numbers.
 */
export function crowdWords(t: f64, near: f64, last: string): string {
  return (
    'its events at t = ' +
    numberText(t) +
    ' s never end: ' +
    numberText(f64(most)) +
    ' of them within ' +
    numberText(near) +
    ' s' +
    last +
    hint
  );
}
