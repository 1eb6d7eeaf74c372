import type { SparseMatrix } from './sparse-matrix.ts';

/** ẋ = f(t, x), n states. */
export interface OdeProblem {
  readonly n: number;
  /** Whether f has inputs, which may jump at each communication point. */
  readonly driven?: boolean;
  /** dx = f(t, x); false when x or t lies outside the model's domain: the integrator then tries a smaller step. */
  derivatives(t: number, x: Float64Array, dx: Float64Array): boolean;
  /**
   * ∂f/∂x at (t, x), where f = f(t, x) is known. The matrix is the problem's, and the next call may change its values;
   * while the places of the entries stay the same, so do its arrays `starts` and `rows`.
   */
  jacobian(t: number, x: Float64Array, f: Float64Array): SparseMatrix;
}

/** A local error e is accepted when √(1/n Σ (eᵢ / (absoluteᵢ + relative·|xᵢ|))²) ≤ 1. */
export interface Tolerance {
  relative: number;
  /** By state, in its unit. */
  absolute: Float64Array;
}

/**
 * Advances a problem from one accepted point to the next.
 *
 * Call order: `restart`, then (`step`, `interpolate`*)*; `restart` again after any change of f, t or x. Nothing is
 * allocated after the constructor. Failures are thrown as `SolverFailure`.
 */
export interface Integrator {
  /** The accepted point: time [s] and states. */
  readonly t: number;
  readonly x: Float64Array;
  /** What `restart` keeps, to be copied out and in: the planned step size. */
  readonly plan: Float64Array;
  /**
   * Its steps go best where nothing cuts them: where inputs stand still they may pass a communication point, at which the
   * states are interpolated. Such an integrator need not evaluate f at the end of a step.
   */
  readonly passes?: boolean;
  /** Begins anew at (t, x); the planned step size stays. f was last evaluated there. */
  restart(t: number, x: Float64Array): void;
  /** One accepted step of the integrator's choice, at most to `bound`; f was last evaluated at its end, unless it `passes`. */
  step(bound: number): void;
  /** States at a time inside the last step. */
  interpolate(t: number, x: Float64Array): void;
}

/** An integrator by name, with the traits that tests measure. */
export interface Method {
  name: string;
  /** Of convergence; the highest of a method of variable order. */
  order: number;
  /** Whether it begins at order 1 and takes a higher one as the tolerance asks for it. */
  variableOrder?: boolean;
  /** Whether |x| of ẋ = λx falls for every λ < 0, whatever the step. */
  stable: boolean;
  /** Whether state events are to be located inside its steps; else they are seen at their end. */
  locatesEvents: boolean;
  /**
   * Whether all of its state stands in fields, none in variables of functions and none that begin with #: it is then kept and put back as it
   * is where a unit is rolled back. Any other begins anew there.
   */
  inFields?: boolean;
  create(problem: OdeProblem, tolerance: Tolerance): Integrator;
}

/** Name of the integrator where none is named: the first of `solver-registry.ts`. */
export const usualSolver = 'auto';

/**
 * An integrator cannot go on: the run ends with the unit's name, the time and this message, which says what is wrong and at
 * which t [s]. An integrator of one's own throws it too.
 *
 * @example
 * if (!problem.derivatives(t, x, dx)) throw new SolverFailure(`the unit gives no derivatives at t = ${t} s`);
 */
export class SolverFailure extends Error {}
