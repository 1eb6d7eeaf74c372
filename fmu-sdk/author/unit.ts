/**
 * What every unit extends, through the class of fields that is generated from its `unit.json`.
 *
 * Life of a unit: constructor → parameters and inputs are set → `initialize` (perhaps several times, while the
 * master lets initial outputs reach the inputs they feed) → `doStep` once for every internal step → …
 * All memory is allocated in constructors; nothing is allocated in `doStep`.
 */
export abstract class Unit {
  /** Independent variable: current simulation time [s]. */
  time: f64 = 0.0;
  /** Communication point at which the running communication step began [s]. */
  stepStart: f64 = 0.0;

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
