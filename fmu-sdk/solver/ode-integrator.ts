import type { StateVisitor } from '../util/state/stateful.ts';
import type { SparseMatrix } from './linear-algebra/sparse-matrix.ts';

/** ẋ = f(t, x), n states. */
export interface OdeProblem {
  readonly n: number;
  /** True when f has inputs, which may jump at each communication point. */
  readonly driven?: boolean;
  /**
   * Computes dx = f(t, x). Returns false when x or t lies outside the domain of the model. The
   * integrator then tries a smaller step.
   */
  derivatives(t: number, x: Float64Array, dx: Float64Array): boolean;
  /**
   * Returns ∂f/∂x at (t, x), where f = f(t, x) is known. The problem owns the matrix, and the next
   * call may change its values. The arrays `starts` and `rows` stay while the places of the entries
   * stay.
   */
  jacobian(t: number, x: Float64Array, f: Float64Array): SparseMatrix;
}

/** A local error e is accepted when √(1/n Σ (eᵢ / (absoluteᵢ + relative·|xᵢ|))²) ≤ 1. */
export interface Tolerance {
  relative: number;
  /** Absolute tolerance of each state, in its unit of measure. */
  absolute: Float64Array;
}

/**
 * Advances a problem from one accepted point to the next.
 *
 * Call order: `restart`, then (`step`, `interpolate`*)*, and `restart` after any change of f, t or
 * x. The integrator allocates in its constructor alone. It throws failures as `SolverFailure`.
 */
export interface Integrator {
  /** The accepted point: time [s] and states. */
  readonly t: number;
  readonly x: Float64Array;
  /** State that `restart` keeps, to be copied out and in: the planned step size. */
  readonly plan: Float64Array;
  /**
   * True when the integrator may pass a communication point while inputs do not change. The states
   * are then interpolated there. Such an integrator need not evaluate f at the end of a step.
   */
  readonly passes?: boolean;
  /** Restarts at (t, x) with the planned step size. f was last evaluated there. */
  restart(t: number, x: Float64Array): void;
  /**
   * Makes one accepted step, at most to `bound`. f was last evaluated at its end, unless the
   * integrator `passes`.
   */
  step(bound: number): void;
  /** States at a time inside the last step. */
  interpolate(t: number, x: Float64Array): void;
  /**
   * Saves or restores the whole state. An integrator without this method restarts at each rollback,
   * and a run with it cannot write checkpoints.
   */
  visitState?(state: StateVisitor): void;
}

/** An integrator by name, with the traits that tests measure. */
export interface Method {
  name: string;
  /** Order of convergence. For a method of variable order, the highest order. */
  order: number;
  /** True when the method begins at order 1 and raises the order as the tolerance demands. */
  variableOrder?: boolean;
  /** True when |x| of ẋ = λx falls for every λ < 0 and every step size. */
  stable: boolean;
  /**
   * True when state events are located inside steps. Otherwise they are detected at the end of a
   * step.
   */
  locatesEvents: boolean;
  create(problem: OdeProblem, tolerance: Tolerance): Integrator;
}

/** Name of the default integrator: the first of `solver-registry.ts`. */
export const defaultSolver = 'auto';

/**
 * Reports that an integrator cannot continue. The run ends with the name of the FMU, the time [s]
 * and this message. The message states the cause and its time t [s]. Custom integrators throw this
 * error too.
 *
 * @example
 * if (!problem.derivatives(t, x, dx)) throw new SolverFailure(`no derivatives at t = ${t} s`);
 */
export class SolverFailure extends Error {}
