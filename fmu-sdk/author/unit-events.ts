import { fail, numberText } from './safe-text';
import { Unit } from './unit';

/** Kinds of Clocks. The numbers equal `clockKinds` in fmu-sdk/build/layout/clock-layout.ts. */
enum Kind {
  /** The unit or the importer activates it. */
  triggered = 0,
  /** Every interval, from start + shift on. */
  periodic = 1,
  /** One interval after the last tick, or after the start. */
  changing = 2,
  /** Ticks once, after the interval that the unit has set at an event. */
  countdown = 3,
}

/**
 * Relative difference up to which a time counts as the time of an event. The first value is for
 * steps of any size, the second for steps on a grid, whose times importers add up.
 */
const rounding: f64 = 1.0e-12;
const ofGrid: f64 = 1.0e-10;

/** Event iterations at one time after which the unit is given up. */
const mostIterations: i32 = 100;

/**
 * Events of a unit: Event Mode of FMI 3.0. An importer with Event Mode evaluates and updates
 * between steps. Without it (FMI 2.0, fmukit's own master) `handle` does this at the start of an
 * internal step, with the inputs of that time. The unit then passes through the same states.
 *
 * @example
 * const events: Events = this.inner.events; // of a unit that this one is made of
 * if (events.due()) events.handle();
 */
export class Events {
  unit: Unit;
  /** True when the unit has events. */
  any: bool;
  /**
   * Base of a time-based Clock: its next tick is base + count · interval [s]. `interval` is the
   * value that was used for this.
   */
  private base: StaticArray<f64>;
  private count: StaticArray<f64>;
  private interval: StaticArray<f64>;
  /** Last interval that the importer has received [s], NaN before the first. */
  private told: StaticArray<f64>;
  /** True for a countdown Clock that waits for its tick. */
  private waiting: StaticArray<bool>;
  /** True when the importer ticks this Clock. It has set the Clock or asked for its interval. */
  private taken: StaticArray<bool>;

  constructor(unit: Unit) {
    const n: i32 = unit.clockCount();
    this.unit = unit;
    this.any = unit.hasEvents();
    this.base = new StaticArray<f64>(n);
    this.count = new StaticArray<f64>(n);
    this.interval = new StaticArray<f64>(n);
    this.told = new StaticArray<f64>(n);
    this.taken = new StaticArray<bool>(n);
    this.waiting = new StaticArray<bool>(n);
  }

  /** After the unit was initialized at time t [s]. */
  begin(t: f64): void {
    const unit: Unit = this.unit;
    unit.eventNeeded = false;
    unit.keepDiscretes();
    for (let k: i32 = 0; k < this.base.length; k++) {
      const kind: i32 = unit.clockKind(k);
      this.interval[k] = this.askedInterval(k);
      this.base[k] = t + (kind == Kind.periodic ? unit.clockShift(k) : this.interval[k]);
      this.count[k] = 0.0;
      this.told[k] = NaN;
      this.waiting[k] = false;
      this.countDown(k);
    }
  }

  /**
   * Returns the time [s] of the next known event, or Infinity. Clocks of the importer do not count.
   */
  next(): f64 {
    let next: f64 = this.named();
    for (let k: i32 = 0; k < this.base.length; k++) next = Math.min(next, this.nextTick(k));
    return next;
  }

  /** Time [s] that the unit itself names as that of its next event. */
  named(): f64 {
    const time: f64 = this.unit.nextEventTime();
    // Compared with it nothing is ever reached: neither events nor ticks would be due again.
    if (time != time)
      fail('the time of its next event is NaN, which is no time; Infinity says that none is known');
    return time;
  }

  /**
   * Returns true when the unit needs Event Mode now, also for a discrete input or a tunable
   * parameter that changed. The importer ticks Clocks at times that it knows.
   */
  due(): bool {
    const unit: Unit = this.unit;
    return unit.eventNeeded || unit.discretesChanged() || this.reached(this.named());
  }

  /**
   * Computes the results of inputs, active Clocks and the state before the event. Returns true when
   * another iteration is needed.
   */
  evaluate(): bool {
    const unit: Unit = this.unit;
    unit.timeEvent = this.reached(this.named());
    for (let k: i32 = 0; k < this.base.length; k++)
      if (unit.clockIsInput(k) && unit.clockActive(k)) unit.keepPrevious(k);
    unit.derivatives();
    const again: bool = unit.onEvent();
    unit.derivatives();
    unit.keepSides();
    return again;
  }

  /** Ends an event iteration: computed values become the state, and Clocks become inactive. */
  update(): void {
    this.settle();
    for (let k: i32 = 0; k < this.base.length; k++) this.unit.setClock(k, false);
  }

  /** The importer ticks Clock k from now on. */
  take(k: i32): void {
    this.taken[k] = true;
  }

  /**
   * Returns the interval qualifier of Clock k (FMI 3.0, fmi3IntervalQualifier): 0 when a tick is
   * not yet known, 1 when the interval is unchanged, 2 when it has changed.
   */
  qualifier(k: i32): i32 {
    if (this.unit.clockKind(k) == Kind.countdown) {
      this.countDown(k);
      if (!this.waiting[k]) return 0;
    }
    const now: f64 = this.current(k);
    const same: bool = now == this.told[k];
    this.told[k] = now;
    return same ? 1 : 2;
  }

  /** Returns the interval of Clock k [s]. For a countdown Clock, the running interval. */
  current(k: i32): f64 {
    if (this.unit.clockKind(k) != Kind.countdown) return this.unit.clockInterval(k);
    this.countDown(k);
    return this.waiting[k] ? this.interval[k] : 0.0;
  }

  /** Begins the countdown that the unit has asked for, if it has. */
  private countDown(k: i32): void {
    const wanted: f64 = this.unit.clockInterval(k);
    if (this.unit.clockKind(k) != Kind.countdown || wanted != wanted) return;
    if (!(wanted >= 0.0 && wanted < Infinity))
      fail('a countdown Clock cannot tick in ' + numberText(wanted) + ' s');
    this.base[k] = this.unit.time + wanted;
    this.interval[k] = wanted;
    this.count[k] = 0.0;
    this.told[k] = NaN;
    this.waiting[k] = true;
    this.unit.setClockInterval(k, NaN);
  }

  /** A communication step begins: Clocks that ticked in the last one could be seen until now. */
  forget(): void {
    for (let k: i32 = 0; k < this.base.length; k++)
      if (!this.unit.clockIsInput(k)) this.unit.setClock(k, false);
  }

  /** Handles what is due at the present time. */
  handle(): void {
    let again: bool = this.tick();
    for (let i: i32 = 0; again; i++) {
      if (i == mostIterations) this.refuseEndless();
      again = this.evaluate();
      this.settle();
      for (let k: i32 = 0; k < this.base.length; k++)
        if (this.unit.clockIsInput(k)) this.unit.setClock(k, false);
      again = this.tick() || again;
    }
  }

  private refuseEndless(): void {
    const named: f64 = this.named();
    if (this.reached(named))
      fail(
        'the time of its next event is ' +
          numberText(named) +
          ' s after events of that time, too, and has to be later',
      );
    fail('the events of one time do not end: each asks for one more');
  }

  /** Activates the Clocks that are due. Returns true when there is something to do. */
  private tick(): bool {
    let any: bool = this.due();
    for (let k: i32 = 0; k < this.base.length; k++) {
      if (!this.unit.clockIsInput(k)) continue;
      if (this.reached(this.nextTick(k))) this.unit.setClock(k, true);
      any = any || this.unit.clockActive(k);
    }
    return any;
  }

  private nextTick(k: i32): f64 {
    const kind: i32 = this.unit.clockKind(k);
    if (this.taken[k] || kind == Kind.triggered) return Infinity;
    if (kind == Kind.countdown && !this.waiting[k]) return Infinity;
    // A Clock with an infinite interval does not tick. ∞ − ∞ and 0 · ∞ are not times.
    if (this.interval[k] == Infinity) return Infinity;
    return this.base[k] + this.count[k] * this.interval[k];
  }

  /** Interval of Clock k [s], as the unit has it. */
  private askedInterval(k: i32): f64 {
    const kind: i32 = this.unit.clockKind(k);
    const interval: f64 = this.unit.clockInterval(k);
    if ((kind == Kind.periodic || kind == Kind.changing) && !(interval > 0.0))
      fail(
        'the interval of a Clock that ticks by itself is ' +
          numberText(interval) +
          ' s, and has to be above 0',
      );
    return interval;
  }

  private settle(): void {
    const unit: Unit = this.unit;
    unit.eventNeeded = false;
    unit.timeEvent = false;
    unit.keepDiscretes();
    for (let k: i32 = 0; k < this.base.length; k++) {
      if (unit.clockActive(k)) this.schedule(k);
      this.countDown(k);
    }
  }

  /** Clock k has ticked. */
  private schedule(k: i32): void {
    // A Clock that the unit ticks becomes active now. An input Clock was active before the event.
    if (!this.unit.clockIsInput(k)) this.unit.keepPrevious(k);
    if (this.unit.clockKind(k) == Kind.countdown) {
      this.waiting[k] = false;
      return;
    }
    const now: f64 = this.askedInterval(k);
    if (this.unit.clockKind(k) == Kind.changing) {
      this.base[k] = this.unit.time + now;
      this.told[k] = NaN;
    } else if (now == this.interval[k]) this.count[k] += 1.0;
    else {
      this.base[k] += this.count[k] * this.interval[k] + now;
      this.count[k] = 0.0;
    }
    this.interval[k] = now;
  }

  /** Returns true when the time has reached t, up to rounding. */
  private reached(t: f64): bool {
    const unit: Unit = this.unit;
    const share: f64 = unit.internalStep() > 0.0 ? ofGrid : rounding;
    return t <= unit.time + share * (1.0 + Math.abs(unit.time));
  }
}
