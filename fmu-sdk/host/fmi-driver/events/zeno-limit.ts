import type { Stateful, StateVisitor } from '../../../util/state/stateful.ts';
import { AccumulatingEvents } from './closing-events.ts';

/** Number of simultaneous events after which the FMU counts as stuck. */
const most = 1000;

/**
 * Detects steps that end ever closer to each other inside a communication step, which would never
 * end (sliding modes, Zeno).
 */
export class ZenoLimit implements Stateful {
  readonly most: number = most;
  /** Marks that the last event exceeded the limit because events come ever closer. */
  closing = false;
  readonly closer: AccumulatingEvents = new AccumulatingEvents();
  private count = 0;
  private since = 0;

  /** Distance [s] within which the events are counted. */
  get near(): number {
    return this.closer.near;
  }

  /** Begins a communication step from t by H [s]. */
  begin(t: number, H: number): void {
    this.count = 0;
    this.since = t;
    this.closer.begin(t, H);
  }

  /** Adds an event at t [s] inside the step. Reports whether it exceeds the limit. */
  add(t: number): boolean {
    this.closing = this.closer.add(t);
    if (t > this.since + this.near) {
      this.count = 0;
      this.since = t;
    } else this.count++;
    return this.closing || this.count >= most;
  }

  visitState(state: StateVisitor): void {
    this.closer.visitState(state);
    this.closing = state.boolean('closing', this.closing);
    this.count = state.number('count', this.count);
    this.since = state.number('since', this.since);
  }
}
