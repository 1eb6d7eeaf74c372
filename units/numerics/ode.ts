/** ẋ = f(t, x): what an integrator of this folder advances. The state lies in the caller's array. */
export abstract class Ode {
  /** Number of states. */
  readonly n: i32;

  constructor(n: i32) {
    this.n = n;
  }

  /** dx ← f(t, x). */
  abstract rhs(t: f64, x: StaticArray<f64>, dx: StaticArray<f64>): void;

  /**
   * After a step to t: may move x where it belongs, onto constraints for one. True when it did; dx then holds f(t, x).
   * Asked by integrators that say so.
   */
  settle(t: f64, x: StaticArray<f64>, dx: StaticArray<f64>): bool {
    return false;
  }

  /** jacobian[i n + j] ← ∂f_i/∂x_j. False when the problem gives none: then it is made by differences. */
  jacobian(t: f64, x: StaticArray<f64>, jacobian: StaticArray<f64>): bool {
    return false;
  }
}
