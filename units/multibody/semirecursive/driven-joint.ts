/**
 * What pushes and pulls in the actuators of a mechanism: forces from lengths, rates and its own first-order states y
 * (pressures, bristles …), ẏ = f(t, s, ṡ, y).
 */
export abstract class Drive {
  /** F [N], positive when the actuator pushes its ends apart. */
  readonly F: StaticArray<f64>;
  /** y and ẏ; the caller's Newton iteration writes y. */
  readonly y: StaticArray<f64>;
  readonly yDot: StaticArray<f64>;
  /** Newton's iteration ends when no increment of a state is above this [unit of the state]. */
  readonly tolerance: StaticArray<f64>;
  /** Number of states in use; a drive may choose it before a run. */
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

  /** The same where only the state y_i has changed since: a drive may leave out what y_i does not enter. */
  evaluateState(i: i32, t: f64, s: StaticArray<f64>, sDot: StaticArray<f64>): void {
    this.evaluate(t, s, sDot);
  }

  /** With `true`, what switches keeps its branch: Newton's iteration asks for it when it hops between two branches. */
  holdBranches(hold: bool): void {}
}
