/** Events without time between them before a unit is said not to advance. */
const most = 1000;
/** Time between so many events, as shares of the communication step and of the time, that is none. */
const [ofStep, ofTime] = [1e-9, 1e-11];

/** Ends of a unit's steps inside a communication step that come so close to each other that it would never end (sliding modes, Zeno). */
export class EventCrowd {
  readonly most: number = most;
  /** Within what [s] that many are too many. */
  near = 0;
  private count = 0;
  private since = 0;

  /** A communication step from t by H [s] begins. */
  begin(t: number, H: number): void {
    this.count = 0;
    this.since = t;
    this.near = ofStep * H + ofTime * Math.abs(t);
  }

  /** One at t [s] inside of it; whether it is one too many. */
  add(t: number): boolean {
    if (t > this.since + this.near) {
      this.count = 0;
      this.since = t;
    } else this.count++;
    return this.count >= most;
  }
}
