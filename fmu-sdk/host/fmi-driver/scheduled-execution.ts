import {
  acceptsPolynomial,
  type Interface,
  type ModelDescription,
  type Variable,
} from '../../description/description.ts';
import type { StateVisitor } from '../../util/state/stateful.ts';
import { type FmiApi, type FmiCall, type Status, status } from '../instance/fmi-api.ts';
import type { EventStepping } from '../instance/instance.ts';
import { CallFailure } from './call-failure.ts';
import { ClockSchedule, type InputClock } from './events/clock-schedule.ts';
import { type DriverOptions, FmiDriver } from './fmi-driver.ts';
import { getting, loadAll, setting, storeAll } from './variables/variable-access.ts';
import { type Group, groupsOf } from './variables/variable-groups.ts';
import type { Slot } from './variables/variable-memory.ts';

/** Activations at one time after which the FMU counts as stuck. */
const mostActivations = 10_000;

/** A clock with the variables set before and read after its model partition. */
interface Partition {
  clock: InputClock;
  /** Tick after one that is due and has not come yet: a countdown that was started again [s]. */
  later: number;
  /** Location where the importer requests a tick of a connected triggered clock. */
  ask: Slot | undefined;
  /** Location that shows a tick of a watched, self-timed clock. */
  ticked: Slot | undefined;
  inputs: Group[];
  reads: Group[];
  set: () => Status;
  get: () => Status;
  setOps: FmiCall[];
  getOps: FmiCall[];
}

/**
 * Runs a scheduled-execution FMU (FMI 3.0, chapter 5): model partitions one after the other, by
 * time, then by the priority of their clocks. A communication step from t to t + H covers the ticks
 * in [t, t + H). A triggered clock ticks at t when its variable is set. Output clocks read 1 after
 * a step in which they ticked.
 */
export class ScheduledExecution extends FmiDriver {
  private readonly clocks: ClockSchedule;
  private partitions: Partition[] = [];
  /** Start of the communication step [s]. */
  private stepBegin = 0;

  constructor(calls: FmiApi, description: ModelDescription, name: string, options: DriverOptions = {}) {
    super(calls, description, name, options);
    this.clocks = new ClockSchedule(calls, description, this.expect);
    this.instantiate({});
  }

  protected get interface(): Interface {
    return this.description.scheduledExecution as Interface;
  }

  protected takesPolynomial(variable: Variable): boolean {
    return acceptsPolynomial(variable);
  }

  protected prepare(): void {
    const { calls, exchange } = this;
    const { continuous, discrete, clockedInput, tunable, read, clockedRead, inputClock, timedClock } =
      exchange.watched;
    this.partitions = this.clocks.inputs.map((clock) => {
      const reference = clock.variable.valueReference;
      const belongs = ({ variable }: Slot): boolean =>
        variable.clocks === undefined || variable.clocks.length === 0 || variable.clocks.includes(reference);
      const inputs = groupsOf(
        calls,
        [...continuous, ...discrete, ...clockedInput, ...tunable].filter(belongs),
      );
      const reads = groupsOf(calls, [...read, ...clockedRead].filter(belongs));
      const [setOps, getOps] = [setting(inputs), getting(reads)];
      const ask = inputClock.find(({ variable }) => variable === clock.variable);
      const ticked = timedClock.find(({ variable }) => variable === clock.variable);
      return {
        clock,
        later: Infinity,
        ask,
        ticked,
        inputs,
        reads,
        setOps,
        getOps,
        set: calls.batch(setOps),
        get: calls.batch(getOps),
      };
    });
    this.outputClocks.prepare();
  }

  protected override beforeExit(t: number): void {
    this.clocks.start(t);
  }

  protected begun(t: number): void {
    this.calls.takeClockUpdate();
    this.setClock(t);
  }

  protected advance(base: number, t: number, h: number): void {
    const before = t + h - this.near;
    this.stepBegin = t;
    if (this.halts) {
      const next = this.clocks.next();
      if (next < before) this.halt(Math.max(next, t), true);
      return;
    }
    this.clearClocks();
    this.takeInputs(t);
    this.activateBefore(before, base, this.see !== undefined);
  }

  seeEvents(see: (t: number) => void): void {
    this.see = see;
  }

  /**
   * Ends a step at the first tick and activates partitions when it is handled, so that other FMUs
   * see the results at the same time.
   */
  readonly eventful: EventStepping = {
    hasEvents: true,
    step: (t, H) => this.stepToEvent(t, H),
    waits: (t) => this.clocks.next() <= t + this.near || this.isAsked(),
    handle: (t, keepsTicks) => {
      if (keepsTicks !== true) this.clearClocks();
      this.takeInputs(t);
      // Includes ticks at t, with the inputs at t.
      const behind = t + 2 * this.near + Number.EPSILON * Math.abs(t) + Number.MIN_VALUE;
      this.activateBefore(behind, Number.POSITIVE_INFINITY, false);
    },
  };

  /** Passes parameters and triggered clocks to the FMU at t [s]. */
  private takeInputs(t: number): void {
    if (this.texts.waiting) this.texts.flush();
    if (this.exchange.changed()) this.retune(t);
    this.askTicks(t);
  }

  /**
   * Activates the partitions of all ticks before a time [s], by time, then by priority. Input
   * polynomials begin at `base`. Shows the values before and after the ticks of each instant if
   * `shows`.
   */
  private activateBefore(before: number, base: number, shows: boolean): void {
    let last = -Infinity;
    for (;;) {
      const time = Math.max(this.clocks.next(), last);
      if (!(time < before)) return;
      const isInside = time > this.stepBegin + this.near;
      if (shows && isInside) this.see?.(time);
      if (shows) this.clearClocks();
      last = this.activateAt(time, base);
      if (shows) this.see?.(isInside ? time : this.stepBegin);
    }
  }

  /** Activates the partitions of all ticks at one instant. Returns the time of the last one [s]. */
  private activateAt(instant: number, base: number): number {
    let time = instant;
    let activations = 0;
    while (this.clocks.next() <= instant + this.near) {
      const next = Math.max(this.clocks.next(), time);
      activations = next > time ? 0 : activations + 1;
      if (activations > mostActivations)
        throw new CallFailure(
          `its clocks at t = ${next} s do not end: ${mostActivations} ticks without progress`,
        );
      time = next;
      this.activate(this.urgent(time), time, base);
    }
    return time;
  }

  private retune(t: number): void {
    this.exchange.loadDiscrete();
    for (const op of setting(this.exchange.tunable)) this.expect(this.calls.call(op), op);
    this.clocks.retune(t, this.near);
  }

  private clearClocks(): void {
    this.outputClocks.clear();
    for (const { view, offset } of this.exchange.watched.timedClock) view[offset] = 0;
  }

  private isAsked(): boolean {
    for (let i = 0; i < this.partitions.length; i++) {
      const { ask } = this.partitions[i];
      if (ask !== undefined && ask.view[ask.offset] !== 0) return true;
    }
    return false;
  }

  private askTicks(t: number): void {
    for (const { ask, clock } of this.partitions) {
      if (ask === undefined || ask.view[ask.offset] === 0) continue;
      ask.view[ask.offset] = 0;
      clock.next = t;
    }
  }

  /** Returns the most urgent of the clocks that tick at a time. */
  private urgent(time: number): Partition {
    const { partitions } = this;
    for (let i = 0; i < partitions.length; i++)
      if (partitions[i].clock.next <= time + this.near) return partitions[i];
    return partitions[0];
  }

  private activate(partition: Partition, time: number, base: number): void {
    const { clock, ticked, inputs, reads, set, get, setOps, getOps, later } = partition;
    const { calls, clocks } = this;
    if (time > base && this.polynomials.moving()) this.polynomials.evaluate(time - base);
    loadAll(inputs);
    this.run(set, setOps);
    this.texts.hand(clock.variable.valueReference);
    clock.next = Infinity;
    if (ticked !== undefined) ticked.view[ticked.offset] = 1;
    const answer = calls.activateModelPartition(clock.variable.valueReference, time);
    if (answer > status.warning) this.expect(answer, 'activateModelPartition');
    this.run(get, getOps);
    storeAll(reads);
    this.texts.take(clock.variable.valueReference);
    clocks.ticked(clock, time);
    if (later < Infinity) clock.next = later;
    partition.later = Infinity;
    if (calls.takeClockUpdate()) this.update(time);
  }

  /** Handles output clocks that ticked and countdown clocks that started. */
  private update(time: number): void {
    const { partitions, clocks, near } = this;
    this.outputClocks.read();
    for (let i = 0; i < partitions.length; i++)
      if (partitions[i].clock.next <= time + near) partitions[i].later = partitions[i].clock.next;
    clocks.countDown(time);
    for (let i = 0; i < partitions.length; i++) keepDue(partitions[i], time + near);
  }

  protected saveNumbers(): number[] {
    return this.clocks.save();
  }

  protected restoreNumbers(numbers: readonly number[]): void {
    this.clocks.restore(numbers);
  }

  protected visitDriver(state: StateVisitor): void {
    this.clocks.visitState(state);
  }
}

/** Keeps a tick that was due, in `later`, up to a time [s]. The new tick of its Clock comes after it. */
function keepDue(partition: Partition, until: number): void {
  const { clock, later } = partition;
  if (!(later <= until)) return;
  partition.later = clock.next > until ? clock.next : Infinity;
  clock.next = later;
}
