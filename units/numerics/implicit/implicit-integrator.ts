import { fail } from 'fmukit/author';
import { Coefficients } from './coefficients/coefficients';
import { Family, Method } from './implicit-method';
import { Jacobian } from './newton-iteration';
import { ImplicitProblem } from './problem';
import { Stepper, Workspace } from './steps/implicit-stepper';
import { MultiStageStepper } from './steps/multi-stage';
import { MultiStepStepper } from './steps/multi-step';
import { SingleStepStepper } from './steps/single-step';

/**
 * Advances r(y, ẏ, t) = 0 by one of sixteen methods (Zhang, Zhang, Zanoni & Masarati 2022).
 *
 * Order of calls: `select`, set y, `start`, then `step`. For adaptive steps call `attempt` and
 * `accept` instead.
 */
export class ImplicitIntegrator {
  private readonly coefficients: Coefficients;
  private readonly space: Workspace;
  private readonly multiStep: Stepper;
  private readonly singleStep: Stepper;
  private readonly multiStage: Stepper;
  private stepper: Stepper;

  constructor(problem: ImplicitProblem) {
    const space: Workspace = new Workspace(problem);
    const coefficients: Coefficients = new Coefficients();
    const multiStage: Stepper = new MultiStageStepper(space, coefficients);
    this.space = space;
    this.coefficients = coefficients;
    this.multiStep = new MultiStepStepper(space, coefficients.multiStep);
    this.singleStep = new SingleStepStepper(space, coefficients.singleStep);
    this.multiStage = multiStage;
    this.stepper = multiStage;
  }

  /** State now. The initial one is written here before `start`. */
  get y(): StaticArray<f64> {
    return this.space.now.y;
  }

  /** Its derivative. */
  get ydot(): StaticArray<f64> {
    return this.space.now.ydot;
  }

  /** Newton iterations since `start`, and the stages that they were for. */
  get iterations(): i32 {
    return this.space.newton.iterations;
  }

  get stages(): i32 {
    return this.space.newton.stages;
  }

  /**
   * Sets tolerance, iteration limit and Jacobian mode. Newton's iteration ends when the problem's
   * measure of r is at most `tolerance`, and fails after `maxIterations`.
   */
  configure(tolerance: f64, maxIterations: i32, jacobian: Jacobian = Jacobian.each): void {
    if (!(tolerance > 0.0))
      fail('implicit integrator: the tolerance of the residual is not positive; give one above 0');
    if (maxIterations < 1)
      fail('implicit integrator: maxIterations is less than 1; Newton needs at least one');
    this.space.newton.tolerance = tolerance;
    this.space.newton.maxIterations = maxIterations;
    this.space.newton.jacobian = jacobian;
  }

  /** The method that was chosen. */
  get method(): Method {
    return this.coefficients.method;
  }

  /** Chooses a method by number, 1 to 16 as in `Integrator` of integrator.json, and its ρ∞. */
  select(number: i32, rho: f64): void {
    this.coefficients.select(number, rho);
    const family: Family = this.method.family;
    if (family == Family.multiStep) this.stepper = this.multiStep;
    else if (family == Family.singleStep) this.stepper = this.singleStep;
    else this.stepper = this.multiStage;
  }

  /**
   * Starts at t [s] with the present y. ẏ is solved for, so that multi-step methods have their
   * order from the first step. With `published` it is the problem's guess (accelerations and
   * multipliers 0), as in runs without this solution.
   */
  start(t: f64, published: bool): void {
    const problem: ImplicitProblem = this.space.problem;
    this.space.newton.iterations = 0;
    this.space.newton.stages = 0;
    if (published) problem.guess(t, this.y, this.ydot);
    else if (!problem.consistent(t, this.y, this.ydot, this.space.newton.r))
      fail(
        'implicit integrator: no derivatives belong to the initial state; check masses, constraints that depend on each other, and initial positions',
      );
    this.space.predictor.size = problem.size;
    this.stepper.start();
  }

  /** Steps from t to t + h [s]. Ends the unit's run if Newton's iteration does not converge. */
  step(t: f64, h: f64): void {
    if (!this.attempt(t, h)) fail(this.space.problem.complaint(this.space.newton.worst));
    this.accept();
  }

  /** Tries a step. Nothing is changed until `accept`. */
  attempt(t: f64, h: f64): bool {
    return this.stepper.attempt(t, h);
  }

  accept(): void {
    this.stepper.accept();
  }

  /**
   * Returns the relative size of the estimated error of the last attempt, or −1 without an
   * estimate.
   */
  errorSize(h: f64): f64 {
    const error: StaticArray<f64> = this.space.newton.r;
    if (!this.stepper.estimate(h, error)) return -1.0;
    return this.space.problem.errorMeasure(this.space.next.y, error);
  }
}
