import { LinearMultiStep } from '../coefficients/lms';
import { Point } from '../time-point';
import { Stepper, Workspace } from './implicit-stepper';

/**
 * LMSr (Zhang, Zhang, Zanoni & Masarati 2022, eq. 2), begun by r − 1 steps of the trapezoidal rule
 * (eq. 3). With another step than the last LMS2 goes on. LMS3 and LMS4, which have constant steps,
 * begin anew.
 */
export class MultiStepStepper extends Stepper {
  /** Points that are known, the present one included: at most r. */
  private known: i32 = 1;
  /** Length of the last step that was accepted, and of the one that is tried [s]. */
  private before: f64 = 0.0;
  private tried: f64 = 0.0;

  constructor(
    space: Workspace,
    private readonly coefficients: LinearMultiStep,
  ) {
    super(space);
  }

  start(): void {
    this.known = 1;
  }

  attempt(t: f64, h: f64): bool {
    const space: Workspace = this.space;
    this.adapt(h);
    this.tried = h;
    const c: f64 = this.base(h);
    const last: Point = space.now;
    if (this.known < 2) space.predictor.constant(last, space.next.ydot);
    else space.predictor.second(h, this.before, last, space.kept[0], space.next.ydot);
    space.complete(space.next, c);
    return space.newton.solve(t + h, c, space.next);
  }

  accept(): void {
    const space: Workspace = this.space;
    const kept: StaticArray<Point> = space.kept;
    const freed: Point = kept[2];
    kept[2] = kept[1];
    kept[1] = kept[0];
    kept[0] = space.now;
    space.now = space.next;
    space.next = freed;
    this.before = this.tried;
    if (this.known < this.coefficients.steps) this.known++;
    space.problem.rebase(space.now.y, space.now.ydot);
    for (let j: i32 = 0; j < this.known - 1; j++) space.problem.rebasePast(kept[j].y, kept[j].ydot);
  }

  /** LMS2: C Δt³ y‴, with y‴ from the divided difference of ẏ. */
  estimate(h: f64, error: StaticArray<f64>): bool {
    if (this.coefficients.steps != 2 || this.known < 2) return false;
    const C: f64 = 2.0 * this.coefficients.error(h / this.before) * h * h * h;
    const next: StaticArray<f64> = this.space.next.ydot;
    const now: StaticArray<f64> = this.space.now.ydot;
    const past: StaticArray<f64> = this.space.kept[0].ydot;
    for (let i: i32 = 0; i < this.space.problem.size; i++) {
      const change: f64 = (next[i] - now[i]) / h - (now[i] - past[i]) / this.before;
      error[i] = (C * change) / (h + this.before);
    }
    return true;
  }

  /** A step of another length: LMS2 has coefficients for it, the others forget the past. */
  private adapt(h: f64): void {
    if (this.known < 2) return;
    if (this.coefficients.steps == 2) this.coefficients.two(h / this.before);
    else if (Math.abs(h - this.before) > 1e-9 * h) this.known = 1;
  }

  /** Sets next.y to the known part of the formula, and returns c. */
  private base(h: f64): f64 {
    const now: Point = this.space.now;
    const y: StaticArray<f64> = this.space.next.y;
    const steps: i32 = this.coefficients.steps;
    if (this.known < steps) {
      for (let i: i32 = 0; i < this.space.problem.size; i++)
        unchecked((y[i] = now.y[i] + 0.5 * h * now.ydot[i]));
      return 0.5 * h;
    }
    const alpha: StaticArray<f64> = this.coefficients.alpha;
    const beta: StaticArray<f64> = this.coefficients.beta;
    const a: f64 = alpha[1];
    const b: f64 = h * beta[1];
    for (let i: i32 = 0; i < this.space.problem.size; i++) unchecked((y[i] = a * now.y[i] + b * now.ydot[i]));
    for (let j: i32 = 2; j <= steps; j++) this.add(y, alpha[j], h * beta[j], this.space.kept[j - 2]);
    return h * beta[0];
  }

  private add(y: StaticArray<f64>, a: f64, b: f64, point: Point): void {
    for (let i: i32 = 0; i < this.space.problem.size; i++)
      unchecked((y[i] += a * point.y[i] + b * point.ydot[i]));
  }
}
