import type { Stateful, StateVisitor } from '../../../util/state/stateful.ts';
import { type FmiApi, type FmiCall, io, type Status, type Values } from '../../instance/fmi-api.ts';
import { CallFailure, type Expect } from '../call-failure.ts';
import type { StringValues } from '../variables/string-values.ts';
import { getting, loadAll, setting, storeAll, type VariableAccess } from '../variables/variable-access.ts';
import { type Group, groupsOf } from '../variables/variable-groups.ts';
import type { Slot } from '../variables/variable-memory.ts';
import type { ClockSchedule, InputClock } from './clock-schedule.ts';
import type { OutputClocks } from './output-clocks.ts';

/** Largest number of passes of an event iteration. */
const mostPasses = 1000;

/** Number of events in a row whose next event lies in the past, without progress, that ends a run. */
const mostStale = 10;

/** An input clock with the variables set and read when it ticks. */
interface Ticking {
  clock: InputClock;
  values: Values;
  inputs: Group[];
  reads: Group[];
  /** Location that shows a tick of a watched, self-timed clock. */
  slot: Slot | undefined;
  active: boolean;
}

/** Parts of a driver that `EventMode` uses. */
export interface EventParts {
  readonly calls: FmiApi;
  readonly exchange: VariableAccess;
  readonly clocks: ClockSchedule;
  /** Call that leaves event mode. */
  readonly leave: 'enterContinuousTimeMode' | 'enterStepMode';
  readonly texts: StringValues;
  readonly outputs: OutputClocks;
  readonly expect: Expect;
  /** Executes a batch of calls and reports a failure. */
  readonly run: (batch: () => Status, ops: readonly FmiCall[]) => void;
}

/**
 * Handles events of model exchange and of co-simulation with event mode: inputs, clocks and the
 * iteration of discrete states (FMI 3.0.2, 2.3.5 "Event Mode". FMI 2.0.4, 3.2.2).
 */
export class EventMode implements Stateful {
  /** Result of the last event. See `register`. */
  valuesChanged = false;
  nominalsChanged = false;
  terminated = false;
  nextEventTime: number = Number.POSITIVE_INFINITY;
  /** Time event that the FMU announced again at its time, or did not handle yet by rounding [s]. */
  private refused = Number.NaN;
  /** Number of events in a row that announced a next event in the past, and no later than before. */
  private stale = 0;
  private readonly calls: FmiApi;
  private readonly exchange: VariableAccess;
  private readonly clocks: ClockSchedule;
  private readonly expect: Expect;
  private readonly run: EventParts['run'];
  private readonly texts: StringValues;
  private readonly outputs: OutputClocks;
  private readonly leaveOp: FmiCall;
  private sets: Group[] = [];
  private enterOps: FmiCall[] = [];
  private enter: () => Status = () => 0;
  private ticking: Ticking[] = [];

  constructor({ calls, exchange, clocks, leave, texts, outputs, expect, run }: EventParts) {
    this.texts = texts;
    this.outputs = outputs;
    this.calls = calls;
    this.exchange = exchange;
    this.clocks = clocks;
    this.leaveOp = { op: leave };
    this.expect = expect;
    this.run = run;
  }

  prepare(): void {
    const { calls, exchange, clocks } = this;
    this.sets = [...exchange.continuous, ...exchange.discrete, ...exchange.tunable];
    this.enterOps = [{ op: 'enterEventMode' }, ...setting(this.sets)];
    this.enter = calls.batch(this.enterOps);
    const belongs = (clock: InputClock) => (slot: { variable: { clocks?: number[] } }) =>
      slot.variable.clocks?.includes(clock.variable.valueReference) ?? false;
    this.ticking = clocks.inputs.map((clock) => ({
      clock,
      values: calls.values('Clock', clock.reference),
      inputs: groupsOf(calls, exchange.watched.clockedInput.filter(belongs(clock))),
      reads: groupsOf(calls, exchange.watched.clockedRead.filter(belongs(clock))),
      slot: exchange.watched.timedClock.find(({ variable }) => variable === clock.variable),
      active: false,
    }));
    this.outputs.prepare();
  }

  /**
   * Reports whether an event is due at t [s], within `near` [s]: a time event, a clock tick, or a
   * changed discrete input.
   */
  due(t: number, near: number): boolean {
    return this.next() <= t + near || this.hasNewInputs();
  }

  /** Reports whether a discrete input or parameter changed, or a Clock is to be ticked. */
  hasNewInputs(): boolean {
    return this.exchange.changed() || this.triggered();
  }

  /** Returns the time of the next time event or clock tick [s], or ∞. */
  next(): number {
    const { nextEventTime } = this;
    return Math.min(nextEventTime === this.refused ? Infinity : nextEventTime, this.clocks.next());
  }

  private triggered(): boolean {
    const { inputClock } = this.exchange.watched;
    for (let i = 0; i < inputClock.length; i++)
      if (inputClock[i].view[inputClock[i].offset] !== 0) return true;
    return false;
  }

  /** Resets the clocks that ticked by themselves in the last step. */
  clearClocks(): void {
    this.outputs.clear();
    for (const { view, offset } of this.exchange.watched.timedClock) view[offset] = 0;
  }

  /** Handles a complete event at t [s]. */
  handle(t: number, near: number): void {
    const retuned = this.exchange.changed();
    loadAll(this.exchange.continuous);
    this.exchange.loadDiscrete();
    this.run(this.enter, this.enterOps);
    if (this.texts.waiting) this.texts.flush();
    if (retuned) this.clocks.retune(t, near);
    const due = this.nextEventTime;
    this.iterate(t, near);
    // In co-simulation the FMU has its own time. It is not asked for the same event twice.
    const isRepeated = due <= t + near && this.nextEventTime === due;
    this.refused = isRepeated && this.leaveOp.op === 'enterStepMode' ? due : Number.NaN;
    if (this.leaveOp.op === 'enterContinuousTimeMode') this.requireProgress(due, t, near);
    if (!this.terminated) this.leave();
  }

  /**
   * Refuses time events that stay in the past at t [s]. One event in the past is handled at once
   * (FMI 3.0.2, 2.3.5: "at or after nextEventTime"). `before` is the time announced earlier [s].
   */
  private requireProgress(before: number, t: number, near: number): void {
    const { nextEventTime: next, terminated } = this;
    this.stale = !terminated && next < t - near && next <= before ? this.stale + 1 : 0;
    if (this.stale < mostStale) return;
    throw new CallFailure(
      `it announces its next event at nextEventTime = ${next} s, but the time has reached t = ${t} s. ` +
        `It did so at ${mostStale} events in a row`,
    );
  }

  leave(): void {
    this.expect(this.calls.call(this.leaveOp), this.leaveOp.op);
  }

  /**
   * Ticks clocks, if `ticks`, and updates discrete states until they settle or the FMU requests the
   * end.
   */
  iterate(t: number, near: number, ticks = true): void {
    const { calls, ticking } = this;
    const r = calls.registers;
    this.valuesChanged = false;
    this.nominalsChanged = false;
    if (ticks) this.activate(t, near);
    // An FMU may write only what a pass changes, so earlier passes of the event count, too.
    r[io.valuesChanged] = r[io.nominalsChanged] = r[io.nextEventTimeDefined] = 0;
    let passes = 0;
    do {
      if (passes++ === mostPasses)
        throw new CallFailure(
          `its discrete states do not settle in ${mostPasses} passes of the event at t = ${t} s`,
        );
      this.readClocked(passes === 1);
      this.expect(calls.call({ op: 'updateDiscreteStates' }), 'updateDiscreteStates');
      if (r[io.valuesChanged] !== 0) this.valuesChanged = true;
      if (r[io.nominalsChanged] !== 0) this.nominalsChanged = true;
      this.nextEventTime = r[io.nextEventTimeDefined] !== 0 ? r[io.nextEventTime] : Infinity;
      if (Number.isNaN(this.nextEventTime))
        throw new CallFailure(`the next event after t = ${t} s is at NaN s, which is not a valid time`);
      this.terminated = r[io.terminate] !== 0;
    } while (r[io.newDiscreteStatesNeeded] !== 0 && !this.terminated);
    for (const tick of ticking) {
      if (tick.active) this.clocks.ticked(tick.clock, t);
      tick.active = false;
    }
    this.clocks.countDown(t);
  }

  private activate(t: number, near: number): void {
    const { inputClock } = this.exchange.watched;
    for (const tick of this.ticking) {
      const { clock, values, inputs } = tick;
      const slot = inputClock.find(
        ({ variable }) => variable.valueReference === clock.variable.valueReference,
      );
      const isRequested = slot !== undefined && slot.view[slot.offset] !== 0;
      if (slot !== undefined) slot.view[slot.offset] = 0;
      tick.active = isRequested || clock.next <= t + near;
      if (!tick.active) continue;
      if (tick.slot !== undefined) tick.slot.view[tick.slot.offset] = 1;
      values.view[values.offset] = 1;
      this.expect(this.calls.set(values), 'setClock');
      loadAll(inputs);
      for (const op of setting(inputs)) this.expect(this.calls.call(op), op);
      this.texts.hand(clock.variable.valueReference);
    }
  }

  /**
   * Reads output clocks and clocked variables while their clocks are active: input clocks until the
   * first update of the discrete states, output clocks until the next one.
   */
  private readClocked(first: boolean): void {
    this.outputs.read();
    if (!first) return;
    for (const { active, clock, reads } of this.ticking) {
      if (!active) continue;
      this.texts.take(clock.variable.valueReference);
      for (const op of getting(reads)) this.expect(this.calls.call(op), op);
      storeAll(reads);
    }
  }

  visitState(state: StateVisitor): void {
    this.valuesChanged = state.boolean('valuesChanged', this.valuesChanged);
    this.nominalsChanged = state.boolean('nominalsChanged', this.nominalsChanged);
    this.terminated = state.boolean('terminated', this.terminated);
    this.nextEventTime = state.number('nextEventTime', this.nextEventTime);
    this.refused = state.number('refused', this.refused);
    this.stale = state.number('stale', this.stale);
  }
}
