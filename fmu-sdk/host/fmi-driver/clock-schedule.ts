import type { ModelDescription, Variable } from '../../description/description.ts';
import { type Calls, status } from '../fmi-api.ts';
import type { Expect } from './call-failure.ts';

/** An input clock and when it ticks next [s]; ∞ when that is not known. */
export interface InputClock {
  readonly variable: Variable;
  readonly reference: Uint32Array;
  next: number;
  /** Of a periodic clock: tick k comes at `origin + k·interval`. */
  origin: number;
  interval: number;
  ticks: number;
}

const changed = 2;

/**
 * When the input clocks of a unit tick: FMI 3.0.2, 2.2.8 "Clocks". Periodic clocks (constant, fixed, tunable) tick at
 * shift + k·interval after the start; a changing clock says its next interval after each tick, a countdown clock at any
 * event. Triggered clocks tick when the importer says so.
 */
export class ClockSchedule {
  /** By priority, the most urgent first. */
  readonly inputs: InputClock[];
  private readonly calls: Calls;
  private readonly expect: Expect;
  private readonly countdowns: InputClock[];

  constructor(calls: Calls, description: ModelDescription, expect: Expect) {
    this.calls = calls;
    this.expect = expect;
    this.inputs = description.variables
      .filter((variable) => variable.type === 'Clock' && variable.causality === 'input')
      .map((variable) => ({
        variable,
        reference: Uint32Array.of(variable.valueReference),
        next: Infinity,
        origin: 0,
        interval: 0,
        ticks: 0,
      }))
      .sort((a, b) => (a.variable.priority ?? 0) - (b.variable.priority ?? 0));
    this.countdowns = this.inputs.filter((clock) => kindOf(clock) === 'countdown');
  }

  /** Asks for the first ticks after the start time t [s]; to be called in initialization mode. */
  start(t: number): void {
    for (const clock of this.inputs) {
      clock.next = Infinity;
      clock.ticks = 0;
      const kind = kindOf(clock);
      if (kind === 'triggered' || kind === 'countdown') continue;
      const { interval, shift } = this.timesOf(clock);
      clock.interval = interval;
      clock.origin = t + (kind === 'changing' ? interval : shift);
      clock.next = clock.origin;
    }
    this.countDown(t);
  }

  private timesOf(clock: InputClock): { interval: number; shift: number } {
    const { variable } = clock;
    const interval = given(variable.intervalDecimal, variable.intervalCounter, variable.resolution);
    const shift = given(variable.shiftDecimal, variable.shiftCounter, variable.resolution);
    const kind = kindOf(clock);
    if (kind === 'constant' || (kind !== 'changing' && interval !== undefined))
      return { interval: interval ?? 0, shift: shift ?? 0 };
    const asked = this.calls.getInterval(clock.reference);
    this.expect(asked.status, 'getIntervalDecimal');
    if (kind === 'changing') return { interval: asked.intervals[0], shift: 0 };
    const shifts = this.calls.getShift(clock.reference);
    this.expect(shifts.status, 'getShiftDecimal');
    return { interval: asked.intervals[0], shift: shifts.shifts[0] };
  }

  /** Time of the next tick [s]; ∞ when there is none. */
  next(): number {
    let next = Infinity;
    for (let i = 0; i < this.inputs.length; i++) next = Math.min(next, this.inputs[i].next);
    return next;
  }

  /** A clock has ticked at t [s]: when will it again? */
  ticked(clock: InputClock, t: number): void {
    switch (kindOf(clock)) {
      case 'triggered':
      case 'countdown':
        clock.next = Infinity;
        return;
      case 'changing': {
        const { status: answer, intervals } = this.calls.getInterval(clock.reference);
        this.expect(answer, 'getIntervalDecimal');
        clock.next = t + intervals[0];
        return;
      }
      default:
        clock.ticks++;
        clock.next = clock.interval > 0 ? clock.origin + clock.ticks * clock.interval : Infinity;
    }
  }

  /** At an event at t [s]: countdown clocks may have been started. */
  countDown(t: number): void {
    for (const clock of this.countdowns) {
      const { status: answer, intervals, qualifiers } = this.calls.getInterval(clock.reference);
      this.expect(answer, 'getIntervalDecimal');
      if (qualifiers[0] === changed) clock.next = t + intervals[0];
    }
  }

  /** Tunable parameters have changed at t [s]: so may the intervals of tunable clocks. */
  retune(t: number): void {
    for (const clock of this.inputs) {
      if (kindOf(clock) !== 'tunable') continue;
      const { status: answer, intervals } = this.calls.getInterval(clock.reference);
      if (answer > status.warning || intervals[0] === clock.interval) continue;
      clock.interval = intervals[0];
      clock.origin = t;
      clock.ticks = 1;
      clock.next = t + clock.interval;
    }
  }

  /** Numbers that `restore` takes back. */
  save(): number[] {
    return this.inputs.flatMap(({ next, origin, interval, ticks }) => [next, origin, interval, ticks]);
  }

  restore(numbers: readonly number[]): void {
    this.inputs.forEach((clock, k) => {
      [clock.next, clock.origin, clock.interval, clock.ticks] = numbers.slice(4 * k);
    });
  }
}

function kindOf({ variable }: InputClock): string {
  return variable.intervalVariability ?? 'triggered';
}

function given(decimal?: number, counter?: string, resolution?: string): number | undefined {
  if (counter !== undefined && resolution !== undefined) return Number(counter) / Number(resolution);
  return decimal;
}
