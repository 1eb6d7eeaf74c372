import type { ModelDescription, Variable } from '../../../description/description.ts';
import type { Stateful, StateVisitor } from '../../../util/state/stateful.ts';
import { decimals, roundTime } from '../../../util/time/decimal-time.ts';
import type { FmiApi } from '../../instance/fmi-api.ts';
import { CallFailure, type Expect } from '../call-failure.ts';

/** An input clock and its next tick [s], or ∞ if unknown. */
export interface InputClock {
  readonly variable: Variable;
  readonly reference: Uint32Array;
  next: number;
  /** Last tick of a periodic clock [s], or NaN before the first one. */
  last: number;
  /** Tick from which later ones are counted: tick k comes at `origin + k·interval`. */
  origin: number;
  interval: number;
  ticks: number;
  /** Decimals of its ticks. */
  places: number;
}

/** Qualifiers of an interval (FMI 3.0.2, 2.2.8.4). Other numbers mean "not yet known". */
const [unchanged, changed] = [1, 2];

/**
 * Schedules the ticks of an FMU's input clocks (FMI 3.0.2, 2.2.8 "Clocks"). Periodic clocks
 * (constant, fixed, tunable) tick at shift + k·interval after the start, rounded to the decimals of
 * both. A changing clock reports its next interval after each tick, a countdown clock at any event.
 * Triggered clocks tick on request of the importer.
 *
 * An interval counts only if its qualifier is "changed". With "unchanged" a clock keeps the one it
 * has. With "not yet known" it waits, and is asked again after later events.
 */
export class ClockSchedule implements Stateful {
  /** Clocks by priority, the most urgent first. */
  readonly inputs: InputClock[];
  private readonly calls: FmiApi;
  private readonly expect: Expect;
  /** Clocks that may get an interval at any event. */
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
        last: Number.NaN,
        origin: 0,
        interval: 0,
        ticks: 0,
        places: 0,
      }))
      .sort((a, b) => (a.variable.priority ?? 0) - (b.variable.priority ?? 0));
    this.countdowns = this.inputs.filter((clock) => /^(countdown|changing)$/.test(kindOf(clock)));
  }

  /** Reads the first ticks after the start time t [s]. Call it in initialization mode. */
  start(t: number): void {
    for (const clock of this.inputs) {
      clock.next = Infinity;
      clock.last = Number.NaN;
      clock.interval = Infinity;
      clock.ticks = 0;
      clock.places = decimals(t);
      const kind = kindOf(clock);
      if (kind === 'changing') this.readNext(clock, t);
      else if (kind !== 'triggered' && kind !== 'countdown') this.startPeriodic(clock, t);
    }
    this.countDown(t);
  }

  /** Reads the interval and the first tick of a periodic clock, which starts at t [s]. */
  private startPeriodic(clock: InputClock, t: number): void {
    const { variable } = clock;
    const declared = secondsOf(variable.intervalDecimal, variable.intervalCounter, variable.resolution);
    const shift =
      declared === undefined
        ? this.readShift(clock)
        : (secondsOf(variable.shiftDecimal, variable.shiftCounter, variable.resolution) ?? 0);
    if (declared === undefined) this.readInterval(clock, t);
    else keepInterval(clock, declared);
    clock.places = Math.max(clock.places, decimals(shift));
    clock.origin = sumOf(t, shift, clock.places);
    clock.next = clock.origin;
  }

  private readShift(clock: InputClock): number {
    const { status: answer, shifts } = this.calls.getShift(clock.reference);
    this.expect(answer, 'getShiftDecimal');
    return shifts[0];
  }

  /**
   * Reads a clock's interval at t [s] and stores it if it is new. Reports whether the clock has an
   * interval.
   */
  private readInterval(clock: InputClock, t: number): boolean {
    const answer = this.calls.getInterval(clock.reference);
    this.expect(answer.status, 'getIntervalDecimal');
    const [qualifier, interval] = [answer.qualifiers[0], answer.intervals[0]];
    if (qualifier !== changed && qualifier !== unchanged) return false;
    // The first answer is new, whatever its qualifier.
    if (qualifier === changed || clock.interval === Infinity) {
      refuseInterval(clock, interval, t);
      keepInterval(clock, interval);
    }
    return true;
  }

  /** Sets the next tick of a clock to one interval after t [s], if the FMU knows its interval. */
  private readNext(clock: InputClock, t: number): void {
    const isKnown = this.readInterval(clock, t);
    clock.next = isKnown ? sumOf(t, clock.interval, clock.places) : Infinity;
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
      case 'changing':
        this.readNext(clock, Number.isFinite(clock.next) ? clock.next : t);
        return;
      default:
        clock.last = this.periodic(clock);
        clock.ticks++;
        clock.next = this.periodic(clock);
    }
  }

  /** Returns the time of a periodic clock's tick number `ticks` [s], or ∞. */
  private periodic({ origin, ticks, interval, places }: InputClock): number {
    return ticks === 0 ? origin : sumOf(origin, ticks * interval, places);
  }

  /** Reads intervals that an event at t [s] may have set: those of clocks that wait for one. */
  countDown(t: number): void {
    for (const clock of this.countdowns) {
      const isCountdown = kindOf(clock) === 'countdown';
      if (!isCountdown && clock.next < Infinity) continue;
      const { status: answer, intervals, qualifiers } = this.calls.getInterval(clock.reference);
      this.expect(answer, 'getIntervalDecimal');
      if (qualifiers[0] !== changed) continue;
      refuseInterval(clock, intervals[0], t);
      clock.places = decimals(t);
      keepInterval(clock, intervals[0]);
      clock.next = sumOf(t, clock.interval, clock.places);
    }
  }

  /**
   * Updates tunable clocks after tunable parameters changed at t [s]. The new interval counts from
   * the last tick: t_i = t_{i−1} + interval (FMI 3.0.2, 2.2.8.1). A tick that is due within `near`
   * [s] stays due. A new tick that is past already comes at once.
   */
  retune(t: number, near: number): void {
    for (const clock of this.inputs) {
      if (kindOf(clock) !== 'tunable') continue;
      const { interval, last, next } = clock;
      if (!this.readInterval(clock, t) || clock.interval === interval) continue;
      const isKept = Number.isNaN(last) || next <= t + near;
      clock.next = isKept ? next : Math.max(sumOf(last, clock.interval, clock.places), t);
      clock.origin = clock.next;
      clock.ticks = 0;
    }
  }

  /** Returns numbers for `restore`. */
  save(): number[] {
    return this.inputs.flatMap((clock) => [
      ...[clock.next, clock.last, clock.origin, clock.interval, clock.ticks, clock.places],
    ]);
  }

  restore(numbers: readonly number[]): void {
    this.inputs.forEach((clock, k) => {
      [clock.next, clock.last, clock.origin, clock.interval, clock.ticks, clock.places] = numbers.slice(
        6 * k,
      );
    });
  }

  visitState(state: StateVisitor): void {
    for (let i = 0; i < this.inputs.length; i++) {
      const clock = this.inputs[i];
      clock.next = state.number('next', clock.next);
      clock.last = state.number('last', clock.last);
      clock.origin = state.number('origin', clock.origin);
      clock.interval = state.number('interval', clock.interval);
      clock.ticks = state.number('ticks', clock.ticks);
      clock.places = state.number('places', clock.places);
    }
  }
}

function kindOf({ variable }: InputClock): string {
  return variable.intervalVariability ?? 'triggered';
}

/** Returns the sum of two times [s], rounded to decimals. */
function sumOf(t: number, more: number, places: number): number {
  return roundTime(t + more, places, Math.max(Math.abs(t), more));
}

function keepInterval(clock: InputClock, interval: number): void {
  if (interval !== clock.interval) clock.places = Math.max(clock.places, decimals(interval));
  clock.interval = interval;
}

/** Refuses an interval that is not a time, or a periodic one that does not let time pass. */
function refuseInterval(clock: InputClock, interval: number, t: number): void {
  const isCountdown = kindOf(clock) === 'countdown';
  if (interval > 0 ? interval < Infinity : isCountdown && interval === 0) return;
  throw new CallFailure(
    `getIntervalDecimal at t = ${t} s: expected an interval ${isCountdown ? 'of at least' : 'above'} 0 s for the Clock ${clock.variable.name}, got ${interval} s`,
  );
}

function secondsOf(decimal?: number, counter?: string, resolution?: string): number | undefined {
  if (counter !== undefined && resolution !== undefined) return Number(counter) / Number(resolution);
  return decimal;
}
