import type { Stateful, StateVisitor } from '../../../util/state/stateful.ts';
import { SameInstant } from '../../../util/time/same-time.ts';

/** Shortest interval between events, as shares of the communication step and of the time. */
const [ofStep, ofTime] = [1e-9, 1e-11];
/**
 * After `falling` shrinking intervals, the remaining time may be at most `left` shortest intervals.
 * The limit is a small part of H, because a system that comes to rest does so in long steps, too.
 */
const [falling, remainingIntervals] = [12, 10];
/**
 * After `steep` intervals that shrink by an almost constant ratio (relative deviation `even`), the
 * next interval may be too short.
 */
const [steep, even] = [3, 0.1];

/** Hint for the user. */
export const zenoHint = 'Give the model a state of rest without events, or end the run earlier';

/**
 * Detects events that come ever closer (Zeno). If intervals shrink by the ratio q, they end after τ
 * q / (1 − q). The events are endless if that time or the next interval is too short. fmukit FMUs
 * use the same rule for internal steps (`fmu-sdk/author/zeno-guard.ts`).
 */
export class AccumulatingEvents implements Stateful {
  /** Accumulation point of the events from the last `add` that returned true [s]. */
  end: number = Number.NaN;
  /** Number of successive intervals that shrank, and the last of them [s]. */
  shorter: number = 0;
  interval: number = Number.POSITIVE_INFINITY;
  /** Distance [s] below which events count as simultaneous. */
  near: number = 0;
  private readonly same = new SameInstant();
  private last = Number.NEGATIVE_INFINITY;
  private ratio = 0;

  /** Begins a communication step from t by H [s]. */
  begin(t: number, H: number): void {
    this.near = ofStep * H + ofTime * Math.abs(t);
    this.same.begin(t, H);
  }

  /** Adds an event at t [s] and reports whether the events are endless. */
  add(t: number): boolean {
    const interval = t - this.last;
    if (interval >= 0 && interval <= this.same.near) return false;
    this.last = t;
    const ratio = interval / this.interval;
    const before = this.ratio;
    this.shorter = ratio >= 0 && ratio < 1 ? this.shorter + 1 : 0;
    this.interval = interval > 0 ? interval : Number.POSITIVE_INFINITY;
    this.ratio = ratio;
    const next = interval * ratio;
    const rest = next / (1 - ratio);
    this.end = t + rest;
    const isNone = next <= remainingIntervals * this.same.near && Math.abs(ratio - before) <= even * ratio;
    const isLittle = rest <= remainingIntervals * (this.same.near + ofTime * Math.abs(t));
    return (this.shorter >= steep && isNone) || (this.shorter >= falling && isLittle);
  }

  /** Describes the events for a message. */
  get words(): string {
    return `events come ever closer, ${this.shorter} times in a row, the last after ${this.interval.toPrecision(3)} s, and accumulate at t = ${this.end} s (Zeno)`;
  }

  visitState(state: StateVisitor): void {
    this.end = state.number('end', this.end);
    this.shorter = state.number('shorter', this.shorter);
    this.interval = state.number('interval', this.interval);
    this.near = state.number('near', this.near);
    this.same.near = state.number('same', this.same.near);
    this.last = state.number('last', this.last);
    this.ratio = state.number('ratio', this.ratio);
  }
}
