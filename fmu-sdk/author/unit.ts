/**
 * Base class of every unit, through the class of fields that is generated from its `unit.json`.
 *
 * Life of a unit: constructor, parameters and inputs are set, `initialize` (perhaps several times,
 * while the master passes initial outputs to inputs), then `doStep` once for every internal step.
 * All memory is allocated in constructors. `doStep` allocates nothing.
 *
 * @example
 * // LagVariables, a Unit, is made from unit.json.
 * export class Lag extends LagVariables {
 *   override doStep(t: f64, h: f64): void {
 *     this.inputsAt(t + h);
 *     this.y += (h / this.T) * (this.u - this.y);
 *   }
 * }
 */
export abstract class Unit {
  /** Independent variable: current simulation time [s]. */
  time: f64 = 0.0;
  /** Communication point at which the running communication step began [s]. */
  stepStart: f64 = 0.0;
  /**
   * Set by the `doStep` of an author: an event happened at the end of this internal step. It is
   * still true in `onEvent`.
   */
  eventNeeded: bool = false;
  /** Time [s] at which `doStep` has ended because of an event before t + h. Otherwise Infinity. */
  stoppedAt: f64 = Infinity;
  /**
   * Index in `indicator` of the event indicator whose change of sign `integrate` has found at
   * `stoppedAt`, or −1.
   */
  crossing: i32 = -1;
  /**
   * True when `integrate` has stored the sides of the indicators after its last step, the last
   * event or the initialization.
   */
  sidesKept: bool = false;
  /** True in `onEvent` when the time of `nextEventTime` has been reached. */
  timeEvent: bool = false;

  /**
   * Returns the internal step h [s]. The communication step must be a whole multiple of it.
   * `doStep` is called once for each internal step. With 0.0 the unit takes every communication
   * step whole.
   */
  internalStep(): f64 {
    return 0.0;
  }

  /**
   * Sets the state from parameters and start values, and computes outputs and calculated parameters
   * at `this.time`. It may be called again while inputs settle, so it must depend on parameters and
   * inputs alone.
   */
  initialize(): void {}

  /**
   * Advances from t to t + h [s] and computes the outputs at t + h. At its start the inputs stand
   * at t. `inputsAt` moves them to any other time of the communication step.
   */
  abstract doStep(t: f64, h: f64): void;

  /**
   * Computes the derivatives of the states, the outputs and the event indicators at `this.time`,
   * from states, inputs and discrete variables. It changes nothing else. An integrator calls it at
   * any time and state. A unit needs it when a variable of its `unit.json` is the `"derivative"` of
   * another.
   */
  derivatives(): void {}

  /**
   * Returns the longest step [s] of the Runge–Kutta method that integrates `derivatives()` in a
   * unit without its own `doStep`. With 0.0 it takes every communication step whole.
   */
  largestStep(): f64 {
    return 0.0;
  }

  /**
   * Handles an event at `this.time`: a Clock is active (its field is true), `timeEvent` or
   * `eventNeeded` is set, or a discrete input or tunable parameter has changed. Computes discrete variables,
   * outputs and states from their values before the event, and may activate output Clocks. Returns
   * true to ask for another iteration at the same time.
   *
   * It is called for units whose `unit.json` has a Clock or `"events": true`. It may be called
   * although nothing has happened.
   */
  onEvent(): bool {
    return false;
  }

  /**
   * Returns the time [s] of the next known event. It is asked after every event, and must then be
   * later than `time`.
   */
  nextEventTime(): f64 {
    return Infinity;
  }

  /** Generated, as all that follows on Clocks, which are numbered in the order of `unit.json`. */
  hasEvents(): bool {
    return false;
  }
  clockCount(): i32 {
    return 0;
  }
  clockKind(k: i32): i32 {
    return 0;
  }
  clockIsInput(k: i32): bool {
    return false;
  }
  clockActive(k: i32): bool {
    return false;
  }
  setClock(k: i32, active: bool): void {}
  /** Returns the interval of Clock k [s], or 0 for a Clock without an interval. */
  clockInterval(k: i32): f64 {
    return 0.0;
  }
  setClockInterval(k: i32, interval: f64): void {}
  /** [s] */
  clockShift(k: i32): f64 {
    return 0.0;
  }
  setClockShift(k: i32, shift: f64): void {}
  /**
   * Returns the resolution of Clock k: its times are whole multiples of 1 / resolution [s]. With 0
   * they are not.
   */
  clockResolution(k: i32): f64 {
    return 0.0;
  }
  /**
   * Stores discrete inputs and tunable parameters. Generated for units with events, as is
   * `discretesChanged`.
   */
  keepDiscretes(): void {}
  /** Returns true if a discrete input or a tunable parameter differs from the stored value. */
  discretesChanged(): bool {
    return false;
  }
  /** Clock k ticks: what its states hold becomes their values of the last tick. */
  keepPrevious(k: i32): void {}

  /**
   * Returns the number of continuous states. This and all that follows on states and event
   * indicators is generated. They are numbered in the order of `unit.json`.
   */
  stateCount(): i32 {
    return 0;
  }
  state(i: i32): f64 {
    return 0.0;
  }
  setState(i: i32, value: f64): void {}
  stateDerivative(i: i32): f64 {
    return 0.0;
  }
  indicatorCount(): i32 {
    return 0;
  }
  indicator(i: i32): f64 {
    return 0.0;
  }
  /**
   * Stores the present sides of 0 of all indicators: see `integrate`. Generated for units with
   * indicators.
   */
  keepSides(): void {}
  /**
   * Returns the reason why the unit stops when its events do not advance, the last at t [s]. All
   * events are within `near` [s], or come ever closer. `interval` [s] is the last interval in the
   * second case, and 0 in the first. Generated for units with indicators.
   */
  crowded(t: f64, near: f64, interval: f64): string {
    return 'its events never end. Give the switch a hysteresis, a mode in which it slides, or a state of rest';
  }

  /**
   * Takes the present values of the inputs as u(t_n) of their polynomials. Generated, and called at
   * the start of a step.
   */
  holdInputs(): void {}

  /**
   * Evaluates the polynomials of the master at time t [s]. Every continuous Float64 input u becomes
   * u(t_n) + u'(t_n) τ + ½ u''(t_n) τ² with τ = t − t_n. Generated. An author only calls it.
   */
  inputsAt(t: f64): void {}

  /**
   * Returns ∂(unknown, element i)/∂(known, element k), by value reference, at the current
   * communication point. It is called when `unit.json` has `"directionalDerivatives": true`.
   */
  partial(unknown: i32, i: i32, known: i32, k: i32): f64 {
    return 0.0;
  }
}
