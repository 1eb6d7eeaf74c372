import { fail, numberText } from './safe-text';
import { Unit } from './unit';

/** How a Clock comes to tick; the numbers are those of `clockKinds` in fmu-sdk/build/layout/clock-layout.ts. */
enum Kind {
  /** By the unit itself, or by whoever sets it. */
  triggered = 0,
  /** Every interval, from start + shift on. */
  periodic = 1,
  /** One interval after the last tick, or after the start. */
  changing = 2,
  /** Once, so much after an event as the unit has said there. */
  countdown = 3,
}

/** By what share times before an event are that of the event: where steps of any size are taken, and where only those of a grid, whose times masters add up. */
const rounding: f64 = 1.0e-12;
const ofGrid: f64 = 1.0e-10;

/** Event iterations at one time after which the unit is given up. */
const mostIterations: i32 = 100;

/**
 * Events of a unit, FMI 3.0's Event Mode. An importer that has it evaluates and updates between steps; without it (FMI 2.0,
 * the toolkit's own master) `handle` does the same where an internal step begins, with the inputs of that time, so
 * that the unit goes through the same states.
 *
 * @example
 * const events: Events = this.inner.events; // of a unit that this one is made of
 * if (events.due()) events.handle();
 */
export class Events {
  unit: Unit;
  /** Whether the unit has any. */
  any: bool;
  /** Next tick of a time-based Clock is base + count · interval [s]; `interval` is the one that this was computed with. */
  private base: StaticArray<f64>;
  private count: StaticArray<f64>;
  private interval: StaticArray<f64>;
  /** Interval that the importer was told last [s]; NaN: none yet. */
  private told: StaticArray<f64>;
  /** Of a countdown Clock: a tick is to come. */
  private waiting: StaticArray<bool>;
  /** The importer ticks this Clock: it has said so by setting it or asking for its interval. */
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

  /** Time [s] of the next event that is known beforehand, Clocks of the importer apart; Infinity: none. */
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

  /** Whether the unit asks for Event Mode now. Clocks are for the importer to tick, at the times it knows. */
  due(): bool {
    return this.unit.eventNeeded || this.reached(this.named());
  }

  /** Computes what follows from inputs, active Clocks and the state before the event; true asks for one more iteration. */
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

  /** Ends an event iteration: what was computed becomes the state, Clocks are no longer active. */
  update(): void {
    this.settle();
    for (let k: i32 = 0; k < this.base.length; k++) this.unit.setClock(k, false);
  }

  /** The importer ticks Clock k from now on. */
  take(k: i32): void {
    this.taken[k] = true;
  }

  /** 0: no tick of Clock k is known, 1: its interval is the one that was told last, 2: it is not (FMI 3.0, fmi3IntervalQualifier). */
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

  /** Interval of Clock k [s]; of a countdown that of the one that runs. */
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

  /** Activates the Clocks that are due; whether there is anything to do. */
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
    // Without end: it does not tick, and ∞ − ∞ and 0 · ∞ are no times.
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
    for (let k: i32 = 0; k < this.base.length; k++) {
      if (unit.clockActive(k)) this.schedule(k);
      this.countDown(k);
    }
  }

  /** Clock k has ticked. */
  private schedule(k: i32): void {
    // What the unit ticks itself is active only now; an input Clock was before the event.
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

  /** Whether time is there, but for rounding. */
  private reached(t: f64): bool {
    const unit: Unit = this.unit;
    const share: f64 = unit.internalStep() > 0.0 ? ofGrid : rounding;
    return t <= unit.time + share * (1.0 + Math.abs(unit.time));
  }
}
