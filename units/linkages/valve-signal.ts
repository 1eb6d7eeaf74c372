import { Circuit } from '../hydraulics/circuit';
import { piecewiseLinear, piecewiseLinearBefore } from '../numerics/piecewise-linear';

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

  /** True when U_ref jumps at t. */
  jumps(t: f64): bool {
    return (
      piecewiseLinearBefore(this.times, this.values, this.count, t) !=
      piecewiseLinear(this.times, this.values, this.count, t)
    );
  }

  /** U from t to t + h. */
  advance(circuit: Circuit, t: f64, h: f64): void {
    const from: f64 = piecewiseLinear(this.times, this.values, this.count, t);
    const to: f64 = piecewiseLinearBefore(this.times, this.values, this.count, t + h);
    this.U = circuit.spoolTrapezoidal(this.U, from, to, h);
  }
}
