import { Circuit } from '../hydraulics/circuit';
import { piecewiseLinear, piecewiseLinearBefore } from '../numerics/piecewise-linear';

/** Share of a step by which a time may be off by rounding. */
const slack: f64 = 1e-9;
/** Change of the input from one step to the next that is a jump [V]. */
const jump: f64 = 1e-6;

/**
 * Reference of a directional valve and its spool. The reference is a table plus an input. The spool
 * depends on nothing else, and the trapezoidal rule solves it separately. At a jump of the table,
 * the step before it uses the earlier value, and the step after it the later one.
 */
export class ValveSignal {
  count: i32 = 0;
  /**
   * The input at the begin and at the end of the step [V], and whether it has jumped to the former.
   */
  private begin: f64 = 0.0;
  private end: f64 = 0.0;
  private jumped: bool = false;
  /** Spool position [V]. */
  U: f64 = 0.0;

  constructor(
    readonly times: StaticArray<f64>,
    readonly values: StaticArray<f64>,
  ) {}

  /** The input at the start [V]. */
  start(input: f64): void {
    this.begin = input;
    this.end = input;
    this.jumped = false;
  }

  /** The input at the begin and at the end of the next step [V]. */
  take(begin: f64, end: f64): void {
    this.jumped = Math.abs(begin - this.end) > jump;
    this.begin = begin;
    this.end = end;
  }

  /** True when the reference jumps at the begin t of a step of h [s]. */
  jumps(t: f64, h: f64): bool {
    if (this.jumped) return true;
    for (let i: i32 = 1; i < this.count; i++) {
      if (this.times[i] == this.times[i - 1] && Math.abs(this.times[i] - t) <= slack * h) return true;
    }
    return false;
  }

  /** U from t to t + h. */
  advance(circuit: Circuit, t: f64, h: f64): void {
    const from: f64 = piecewiseLinear(this.times, this.values, this.count, t + slack * h);
    const to: f64 = piecewiseLinearBefore(this.times, this.values, this.count, t + h - slack * h);
    this.U = circuit.spoolTrapezoidal(this.U, from + this.begin, to + this.end, h);
  }
}
