import { fail } from 'fmukit/author';
import { bathe } from './bathe';
import { esdirk324, esdirk325, esdirk436 } from './esdirk';
import { Family, Method, Methods } from './method';
import { SubStepsTrapezoidal } from './msstc';
import { ThirdOrderSubSteps } from './mssth3';
import { HighOrderSubSteps } from './mssth45';
import { MultiStageStepper } from './multi-stage';
import { MultiStepStepper } from './multi-step';
import { ImplicitProblem } from './problem';
import { SingleStepStepper } from './single-step';
import { Stepper, Workspace } from './stepper';
import { Tableau } from './tableau';
import { tenthOf } from './tenth';

/**
 * Advances r(y, ẏ, t) = 0 by one of sixteen methods (Zhang, Zhang, Zanoni & Masarati 2023). Calls: `select`; y is set, `start`;
 * `step`, or `attempt` and `accept` for steps whose length is chosen.
 */
export class ImplicitIntegrator {
  method: Method;
  readonly multiStep: MultiStepStepper;
  readonly singleStep: SingleStepStepper;
  readonly multiStage: MultiStageStepper;
  private readonly space: Workspace;
  private readonly methods: Methods = new Methods();
  private readonly subSteps: SubStepsTrapezoidal = new SubStepsTrapezoidal();
  private readonly thirdOrder: ThirdOrderSubSteps = new ThirdOrderSubSteps();
  private readonly highOrder: HighOrderSubSteps = new HighOrderSubSteps();
  private stepper: Stepper;

  constructor(problem: ImplicitProblem) {
    this.space = new Workspace(problem);
    this.multiStep = new MultiStepStepper(this.space);
    this.singleStep = new SingleStepStepper(this.space);
    this.multiStage = new MultiStageStepper(this.space);
    this.method = this.methods.all[0];
    this.stepper = this.multiStage;
  }

  /** State now; the initial one is written here before `start`. */
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

  /** Newton's iteration ends when the problem's measure of r is at most `tolerance`, and is given up after `maxIterations`. */
  configure(tolerance: f64, maxIterations: i32): void {
    if (!(tolerance > 0.0))
      fail('implicit integrator: the tolerance of the residual is not positive; give one above 0');
    if (maxIterations < 1)
      fail('implicit integrator: maxIterations is less than 1; Newton needs at least one');
    this.space.newton.tolerance = tolerance;
    this.space.newton.maxIterations = maxIterations;
  }

  /** Chooses a method by number, 1 to 16 as in `Integrator` of integrator.json, and its ρ∞. */
  select(number: i32, rho: f64): void {
    if (number < 1 || number > 16)
      fail('implicit integrator: no method has this number; choose 1 (LMS2) to 16');
    const method: Method = this.methods.all[number];
    this.method = method;
    if (!(rho >= 0.0 && rho <= 1.0))
      fail('implicit integrator: rho_inf is outside [0, 1]; choose one inside');
    if (rho > method.mostRho) fail('implicit integrator: the ESDIRK methods are L-stable; set rho_inf = 0');
    if (method.tenths && tenthOf(rho) < 0)
      fail(
        'implicit integrator: MSSTH(4) and MSSTH(5) have coefficients for multiples of 0.1 of rho_inf; choose 0, 0.1, ... 1, or another method',
      );
    if (method.family == Family.multiStep) {
      this.multiStep.coefficients.prepare(method.steps, rho);
      this.stepper = this.multiStep;
    } else if (method.family == Family.singleStep) {
      this.singleStep.coefficients.prepare(number - 2, rho);
      this.stepper = this.singleStep;
    } else {
      this.fill(number, rho);
      this.multiStage.order = method.order;
      this.stepper = this.multiStage;
    }
  }

  /**
   * Begins at t [s] with the y that was set. ẏ is solved for, so that multi-step methods have their order from the first step;
   * with `published` it is the problem's guess (accelerations and multipliers 0), as in runs that do not solve for it.
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
    this.stepper.start();
  }

  /** From t to t + h [s]; ends the unit's run where Newton's iteration does not come to an end. */
  step(t: f64, h: f64): void {
    if (!this.attempt(t, h)) fail(this.space.problem.complaint(this.space.newton.worst));
    this.accept();
  }

  /** Tries a step; nothing is changed until `accept`. */
  attempt(t: f64, h: f64): bool {
    return this.stepper.attempt(t, h);
  }

  accept(): void {
    this.stepper.accept();
  }

  /** Relative size of the estimated error of the last attempt; −1: there is no estimate. */
  errorSize(h: f64): f64 {
    const error: StaticArray<f64> = this.space.newton.r;
    if (!this.stepper.estimate(h, error)) return -1.0;
    return this.space.problem.errorMeasure(this.space.next.y, error);
  }

  private fill(number: i32, rho: f64): void {
    const tableau: Tableau = this.multiStage.tableau;
    if (number == 7) bathe(tableau, rho);
    else if (number <= 10) this.subSteps.fill(tableau, number - 5, rho);
    else if (number == 11) this.thirdOrder.fill(tableau, rho);
    else if (number == 12) this.highOrder.fourth(tableau, tenthOf(rho));
    else if (number == 13) this.highOrder.fifth(tableau, tenthOf(rho));
    else if (number == 14) esdirk324(tableau);
    else if (number == 15) esdirk325(tableau);
    else esdirk436(tableau);
  }
}
