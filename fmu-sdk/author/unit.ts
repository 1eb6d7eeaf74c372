/**
 * What every unit extends, through the class of fields that is generated from its `unit.json`.
 *
 * Life of a unit: constructor → parameters and inputs are set → `initialize` (perhaps several times, while the
 * master lets initial outputs reach the inputs they feed) → `doStep` once for every internal step → …
 * All memory is allocated in constructors; nothing is allocated in `doStep`.
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
  /** Set by an author's `doStep`: an event happened at the end of this internal step. It is still set in `onEvent`. */
  eventNeeded: bool = false;
  /** Set by a `doStep` that ended at an event before t + h: the time [s] that it reached; else Infinity. */
  stoppedAt: f64 = Infinity;
  /** The indicator, as numbered in `indicator`, of which `integrate` found the change of sign at `stoppedAt`; −1: none. */
  crossing: i32 = -1;
  /** What `integrate` has kept of the indicators is where they stood behind its last step, the last event or the initialization. */
  sidesKept: bool = false;
  /** In `onEvent`: the time that `nextEventTime` named has been reached. */
  timeEvent: bool = false;

  /**
   * Internal step h [s]. The communication step must be a whole multiple of it; `doStep` is called once for
   * each internal step. 0.0 says that the unit takes every communication step whole.
   */
  internalStep(): f64 {
    return 0.0;
  }

  /**
   * Sets the state from parameters and start values, and computes outputs and calculated parameters at
   * `this.time`. May be called again while inputs settle, so it must depend on parameters and inputs alone.
   */
  initialize(): void {}

  /**
   * Advances from t to t + h [s] and computes the outputs at t + h. Inputs are those at t when it begins;
   * `inputsAt` moves them to any other time of the communication step.
   */
  abstract doStep(t: f64, h: f64): void;

  /**
   * Computes the derivatives of the states, and outputs and event indicators, at `this.time` from states, inputs and discrete
   * variables, and changes nothing else. Called at any time and state that an integrator tries. Of a unit in whose `unit.json` a
   * variable is the `"derivative"` of another.
   */
  derivatives(): void {}

  /**
   * Longest step [s] of the Runge–Kutta method that integrates `derivatives()` where a unit gives no `doStep` of its own; 0.0
   * takes every communication step whole.
   */
  largestStep(): f64 {
    return 0.0;
  }

  /**
   * Handles an event at `this.time`: a Clock is active (its field is true), `timeEvent` or `eventNeeded` is set, or an
   * importer wants discrete changes known. Computes discrete variables, outputs and states from their values before
   * the event; may activate output Clocks. True asks for one more iteration at the same time. Only called for a unit whose
   * `unit.json` has a Clock or says `"events": true`. It may be called when nothing has happened.
   */
  onEvent(): bool {
    return false;
  }

  /** Time of the next event that is known beforehand [s]; asked after every event, and then later than `time`. */
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
  /** [s]; 0 for a Clock without one. */
  clockInterval(k: i32): f64 {
    return 0.0;
  }
  setClockInterval(k: i32, interval: f64): void {}
  /** [s] */
  clockShift(k: i32): f64 {
    return 0.0;
  }
  setClockShift(k: i32, shift: f64): void {}
  /** Times of Clock k are whole multiples of 1 / resolution [s]; 0: they are not. */
  clockResolution(k: i32): f64 {
    return 0.0;
  }
  /** Clock k ticks: what its states hold becomes their values of the last tick. */
  keepPrevious(k: i32): void {}

  /** Generated, as all that follows on continuous states and event indicators, which are numbered in the order of `unit.json`. */
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
  /** Keeps on which sides of 0 indicators stand now, see `integrate`. Generated where there are indicators. */
  keepSides(): void {}
  /**
   * Why it is given up when its events do not advance, the last at t [s]: all are within `near` [s], or come ever closer, of which `interval` [s]
   * is the last interval; else it is 0. Generated where there are indicators.
   */
  crowded(t: f64, near: f64, interval: f64): string {
    return 'its events never end. Give the switch a hysteresis, a mode in which it slides, or a state of rest';
  }

  /** Takes the inputs' present values as u(t_n) of their polynomials. Generated; called as a step begins. */
  holdInputs(): void {}

  /**
   * Evaluates the polynomials that the master handed over, at time t [s]: every continuous Float64 input u
   * becomes u(t_n) + u'(t_n) τ + ½ u''(t_n) τ² with τ = t − t_n. Generated; an author only calls it.
   */
  inputsAt(t: f64): void {}

  /**
   * ∂(unknown, element i)/∂(known, element k), by value reference, at the current communication point.
   * Only called when `unit.json` says `"directionalDerivatives": true`.
   */
  partial(unknown: i32, i: i32, known: i32, k: i32): f64 {
    return 0.0;
  }
}
