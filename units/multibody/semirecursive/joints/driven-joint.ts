/**
 * Base class of drives of a mechanism. A drive computes actuator forces from lengths, rates and its
 * first-order states y (pressures, bristles …), ẏ = f(t, s, ṡ, y).
 */
export abstract class Drive {
  /** F [N], positive when the actuator pushes its ends apart. */
  readonly F: StaticArray<f64>;
  /** y and ẏ. The caller's Newton iteration writes y. */
  readonly y: StaticArray<f64>;
  readonly yDot: StaticArray<f64>;
  /** Newton's iteration ends when no increment of a state is above this [unit of the state]. */
  readonly tolerance: StaticArray<f64>;
  /** Number of states in use. A drive may choose it before a run. */
  states: i32 = 0;

  /** @param actuators number of them @param most largest number of states */
  constructor(
    readonly actuators: i32,
    readonly most: i32,
  ) {
    this.F = new StaticArray<f64>(actuators);
    this.y = new StaticArray<f64>(most);
    this.yDot = new StaticArray<f64>(most);
    this.tolerance = new StaticArray<f64>(most);
  }

  /** F and yDot at time t [s], lengths s [m], rates ṡ [m/s] and the states in y. */
  abstract evaluate(t: f64, s: StaticArray<f64>, sDot: StaticArray<f64>): void;

  /**
   * Evaluates the drive after a change of the state y_i alone. A drive may skip terms without y_i.
   */
  evaluateState(i: i32, t: f64, s: StaticArray<f64>, sDot: StaticArray<f64>): void {
    this.evaluate(t, s, sDot);
  }

  /**
   * Makes switching terms keep their branch. Newton's iteration uses it when it alternates between
   * two branches.
   */
  holdBranches(hold: bool): void {}
}
