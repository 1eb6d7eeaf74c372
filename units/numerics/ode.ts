/**
 * ẋ = f(t, x): what an integrator of this folder advances. The state lies in the caller's array.
 */
export abstract class Ode {
  /** Number of states. */
  readonly n: i32;

  constructor(n: i32) {
    this.n = n;
  }

  /** dx ← f(t, x). */
  abstract rhs(t: f64, x: StaticArray<f64>, dx: StaticArray<f64>): void;

  /**
   * Corrects x after a step to t, for example onto constraints. Returns true after a change. dx
   * then contains f(t, x). Only some integrators call it.
   */
  settle(t: f64, x: StaticArray<f64>, dx: StaticArray<f64>): bool {
    return false;
  }

  /**
   * jacobian[i n + j] ← ∂f_i/∂x_j. Returns false without a Jacobian. The integrator then uses
   * differences.
   */
  jacobian(t: f64, x: StaticArray<f64>, jacobian: StaticArray<f64>): bool {
    return false;
  }
}
