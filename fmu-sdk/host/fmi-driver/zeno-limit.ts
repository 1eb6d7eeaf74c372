import { ClosingEvents } from './closing-events.ts';

/** Events without time between them before a unit is said not to advance. */
const most = 1000;

/** Ends of a unit's steps inside a communication step that come so close to each other that it would never end (sliding modes, Zeno). */
export class EventCrowd {
  readonly most: number = most;
  /** Whether the last one was one too many since they come ever closer, and how. */
  closing = false;
  readonly closer: ClosingEvents = new ClosingEvents();
  private count = 0;
  private since = 0;

  /** Within what [s] that many are too many. */
  get near(): number {
    return this.closer.near;
  }

  /** A communication step from t by H [s] begins. */
  begin(t: number, H: number): void {
    this.count = 0;
    this.since = t;
    this.closer.begin(t, H);
  }

  /** One at t [s] inside of it; whether it is one too many. */
  add(t: number): boolean {
    this.closing = this.closer.add(t);
    if (t > this.since + this.near) {
      this.count = 0;
      this.since = t;
    } else this.count++;
    return this.closing || this.count >= most;
  }
}
