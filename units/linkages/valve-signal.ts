import { Circuit } from '../hydraulics/circuit';
import { piecewiseLinear, piecewiseLinearBefore } from '../numerics/piecewise-linear';

/** Share of a step by which a time may be off by rounding. */
const slack: f64 = 1e-9;

/**
 * The reference U_ref(t) of a directional valve as a table, and its spool, which depends on nothing else: the trapezoidal rule is
 * solved by itself. Where the table jumps, a step before the jump sees the earlier value and a step after it the later one.
 */
export class ValveSignal {
  count: i32 = 0;
  /** Spool position [V]. */
  U: f64 = 0.0;

  constructor(
    readonly times: StaticArray<f64>,
    readonly values: StaticArray<f64>,
  ) {}

  /** True when U_ref jumps at the begin t of a step of h [s]. */
  jumps(t: f64, h: f64): bool {
    for (let i: i32 = 1; i < this.count; i++) {
      if (this.times[i] == this.times[i - 1] && Math.abs(this.times[i] - t) <= slack * h) return true;
    }
    return false;
  }

  /** U from t to t + h. */
  advance(circuit: Circuit, t: f64, h: f64): void {
    const from: f64 = piecewiseLinear(this.times, this.values, this.count, t + slack * h);
    const to: f64 = piecewiseLinearBefore(this.times, this.values, this.count, t + h - slack * h);
    this.U = circuit.spoolTrapezoidal(this.U, from, to, h);
  }
}
