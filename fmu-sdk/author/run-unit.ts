import { Unit } from './unit';
import { Events } from './unit-events';
import { Crowd } from './zeno-guard';

/**
 * Share of H by which a communication step may miss a whole multiple of the internal step.
 * Importers compute H as t₂ − t₁, with rounding.
 */
const snap: f64 = 1.0e-9;
/**
 * Relative difference at which two times count as equal, as a share of the time or of the
 * communication step. Importers use the same bound.
 */
const rounding: f64 = 1.0e-12;

/**
 * Drives a unit through communication steps. The sealed module and the reference run use this
 * source.
 *
 * A step from t_n by H has n = H/h internal steps. Step i goes from t_n + i h to t_n + (i+1) h, and
 * the last one ends exactly at t_n + H.
 *
 * @example
 * const inner: Runner = this.inner; // a field: new Runner(new Lag())
 * if (inner.step(t, h) < 0) fail('h is no whole multiple of the internal step of Lag');
 */
export class Runner {
  unit: Unit;
  events: Events;
  private crowd: Crowd = new Crowd();
  /** Start of the communication step [s]. */
  start: f64 = 0.0;
  /** Communication step H [s]. */
  H: f64 = 0.0;
  /** Internal step h [s]. */
  h: f64 = 0.0;
  /** Number of internal steps of the communication step. */
  n: i32 = 0;
  /** The importer wants a step to end at a state event, and handles it. */
  endsAtEvents: bool = false;

  constructor(unit: Unit) {
    this.unit = unit;
    this.events = new Events(unit);
  }

  initialize(t: f64): void {
    this.unit.time = t;
    this.unit.stepStart = t;
    this.unit.holdInputs();
    this.unit.initialize();
    this.unit.derivatives();
    this.unit.keepSides();
    this.events.begin(t);
  }

  /**
   * Begins a communication step. Returns the number of internal steps, or −1 unless H is a whole
   * multiple of h.
   */
  begin(t: f64, H: f64): i32 {
    const unit: Unit = this.unit;
    const h: f64 = unit.internalStep();
    let n: i32 = 1;
    if (h > 0.0) {
      n = i32(H / h + 0.5);
      if (n < 1 || Math.abs(f64(n) * h - H) > snap * H) return -1;
    }
    this.start = t;
    this.H = H;
    this.h = h > 0.0 ? h : H;
    this.n = n;
    unit.stepStart = t;
    unit.holdInputs();
    return n;
  }

  /** Internal step i of the communication step that `begin` began. */
  micro(i: i32): void {
    const unit: Unit = this.unit;
    const from: f64 = this.start + f64(i) * this.h;
    const last: bool = i == this.n - 1;
    // After `begin` the inputs stand at t_n. From the second step on they move along their
    // polynomials.
    if (i > 0) unit.inputsAt(from);
    unit.time = from;
    let end: bool = true;
    if (this.events.any) end = this.stepWithEvents(i, from);
    else unit.doStep(from, this.n == 1 ? this.H : this.h);
    if (!end) return;
    if (last) {
      const end: f64 = this.start + this.H;
      unit.inputsAt(end);
      unit.time = end;
    } else unit.time = from + this.h;
  }

  /**
   * Handles events at the start of an internal step. A unit with steps of any length also stops at
   * known events inside the step. A step that stops at a state event continues after it. An event
   * at the end of a communication step waits for the next step, which brings the inputs of that
   * time.
   *
   * Returns false when a step in whole internal steps has ended early at a state event. The
   * importer must then handle the event.
   */
  private stepWithEvents(i: i32, from: f64): bool {
    const unit: Unit = this.unit;
    const whole: bool = this.n > 1 || unit.internalStep() > 0.0;
    const length: f64 = this.n == 1 ? this.H : this.h;
    const end: f64 = i == this.n - 1 ? this.start + this.H : from + length;
    const nearly: f64 = end - rounding * Math.max(Math.abs(this.start), this.H);
    let at: f64 = from;
    if (i == 0) {
      this.events.forget();
      this.crowd.begin(from, this.H);
      if (unit.eventNeeded) this.crowd.follow(from, unit);
    }
    this.events.handle();
    while (true) {
      const event: f64 = whole ? Infinity : this.events.next();
      const to: f64 = event < nearly ? event : end;
      unit.stoppedAt = Infinity;
      unit.crossing = -1;
      unit.doStep(at, to < end ? to - at : at == from ? length : end - at);
      const stopped: bool = unit.stoppedAt < to && unit.stoppedAt < nearly;
      if (!stopped && to == end) return true;
      at = stopped ? unit.stoppedAt : to;
      unit.inputsAt(at);
      unit.time = at;
      if (stopped && this.endsAtEvents && !whole) return false;
      this.crowd.add(at, unit);
      this.events.handle();
    }
  }

  step(t: f64, H: f64): i32 {
    const n: i32 = this.begin(t, H);
    for (let i: i32 = 0; i < n; i++) this.micro(i);
    return n < 0 ? -1 : 0;
  }
}
