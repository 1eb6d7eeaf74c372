import type { ModelDescription, Variable } from '../../../description/description.ts';
import type { Stateful, StateVisitor } from '../../../util/state/stateful.ts';
import { type FmiApi, status } from '../../instance/fmi-api.ts';
import type { Expect } from '../call-failure.ts';

/** An input clock and its next tick [s], or ∞ if unknown. */
export interface InputClock {
  readonly variable: Variable;
  readonly reference: Uint32Array;
  next: number;
  /** First tick of a periodic clock: tick k comes at `origin + k·interval`. */
  origin: number;
  interval: number;
  ticks: number;
}

const changed = 2;

/**
 * Schedules the ticks of an FMU's input clocks (FMI 3.0.2, 2.2.8 "Clocks"). Periodic clocks
 * (constant, fixed, tunable) tick at shift + k·interval after the start. A changing clock reports
 * its next interval after each tick, a countdown clock at any event. Triggered clocks tick on
 * request of the importer.
 */
export class ClockSchedule implements Stateful {
  /** Clocks by priority, the most urgent first. */
  readonly inputs: InputClock[];
  private readonly calls: FmiApi;
  private readonly expect: Expect;
  private readonly countdowns: InputClock[];

  constructor(calls: FmiApi, description: ModelDescription, expect: Expect) {
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

  /** Reads the first ticks after the start time t [s]. Call it in initialization mode. */
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
    const interval = secondsOf(variable.intervalDecimal, variable.intervalCounter, variable.resolution);
    const shift = secondsOf(variable.shiftDecimal, variable.shiftCounter, variable.resolution);
    const kind = kindOf(clock);
    if (kind === 'constant' || (kind !== 'changing' && interval !== undefined))
      return { interval: interval ?? 0, shift: shift ?? 0 };
    const answer = this.calls.getInterval(clock.reference);
    this.expect(answer.status, 'getIntervalDecimal');
    if (kind === 'changing') return { interval: answer.intervals[0], shift: 0 };
    const shifts = this.calls.getShift(clock.reference);
    this.expect(shifts.status, 'getShiftDecimal');
    return { interval: answer.intervals[0], shift: shifts.shifts[0] };
  }

  /** Returns the time of the next tick [s], or ∞. */
  next(): number {
    let next = Infinity;
    for (let i = 0; i < this.inputs.length; i++) next = Math.min(next, this.inputs[i].next);
    return next;
  }

  /** Computes the next tick of a clock that ticked at t [s]. */
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

  /** Reads the intervals of countdown clocks that may have been started by an event at t [s]. */
  countDown(t: number): void {
    for (const clock of this.countdowns) {
      const { status: answer, intervals, qualifiers } = this.calls.getInterval(clock.reference);
      this.expect(answer, 'getIntervalDecimal');
      if (qualifiers[0] === changed) clock.next = t + intervals[0];
    }
  }

  /** Updates tunable clocks after tunable parameters changed at t [s]. */
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

  /** Returns numbers for `restore`. */
  save(): number[] {
    return this.inputs.flatMap(({ next, origin, interval, ticks }) => [next, origin, interval, ticks]);
  }

  restore(numbers: readonly number[]): void {
    this.inputs.forEach((clock, k) => {
      [clock.next, clock.origin, clock.interval, clock.ticks] = numbers.slice(4 * k);
    });
  }

  visitState(state: StateVisitor): void {
    for (let i = 0; i < this.inputs.length; i++) {
      const clock = this.inputs[i];
      clock.next = state.number('next', clock.next);
      clock.origin = state.number('origin', clock.origin);
      clock.interval = state.number('interval', clock.interval);
      clock.ticks = state.number('ticks', clock.ticks);
    }
  }
}

function kindOf({ variable }: InputClock): string {
  return variable.intervalVariability ?? 'triggered';
}

function secondsOf(decimal?: number, counter?: string, resolution?: string): number | undefined {
  if (counter !== undefined && resolution !== undefined) return Number(counter) / Number(resolution);
  return decimal;
}
