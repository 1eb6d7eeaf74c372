import { ImplicitProblem } from './problem';
import { Point } from './time-point';

/**
 * Iterations in which a residual that is still too large has to come down to this share of what it
 * was: else it is going nowhere.
 */
const patience: i32 = 50;
const progress: f64 = 0.9;

/** Point at which the matrix is made, by its number in integrator.json. */
export enum Jacobian {
  each = 1,
  predicted = 2,
  frames = 3,
}

/**
 * Newton's iteration of a stage (Zhang, Zhang, Zanoni & Masarati 2022, eq. 21): r(y, ẏ, t) = 0
 * where y − c ẏ stays what it was.
 *
 *     (∂r/∂ẏ + c ∂r/∂y) Δẏ = −r,   ẏ ← ẏ + Δẏ,   y ← y + c Δẏ
 *
 * `jacobian` selects J: recomputed in each iteration, constant from the predicted point (modified
 * Newton), or recomputed with the stiffness frames of the predicted point. The iteration ends when
 * the problem's measure of r is at most `tolerance` and the problem is settled, even before the
 * first iteration. It fails after `maxIterations`, or earlier without progress.
 */
export class Newton {
  tolerance: f64 = 1e-10;
  maxIterations: i32 = 50;
  jacobian: Jacobian = Jacobian.each;
  /** Iterations and stages since the integrator was started. */
  iterations: i32 = 0;
  stages: i32 = 0;
  /** Row of r that was largest in a failed stage, or −1 for a singular J. */
  worst: i32 = 0;
  /** Residual. Workspace between stages. */
  readonly r: StaticArray<f64>;

  constructor(readonly problem: ImplicitProblem) {
    this.r = new StaticArray<f64>(problem.size);
  }

  /**
   * Corrects a predicted point at time t [s] with c = ∂y/∂ẏ [s]. False when it does not come to an
   * end.
   */
  solve(t: f64, c: f64, point: Point): bool {
    const problem: ImplicitProblem = this.problem;
    const y: StaticArray<f64> = point.y;
    const ydot: StaticArray<f64> = point.ydot;
    const r: StaticArray<f64> = this.r;
    this.stages++;
    let best: f64 = Infinity;
    let reached: i32 = 0;
    for (let j: i32 = 0; j <= this.maxIterations; j++) {
      problem.residual(t, y, ydot, c, r);
      const size: f64 = problem.measure(r);
      if (problem.settled() && size <= this.tolerance) return true;
      if (size < progress * best) {
        best = size;
        reached = j;
      } else if (size > this.tolerance && j - reached >= patience) break;
      if (j == this.maxIterations || !(size < Infinity)) break;
      if ((j == 0 || this.jacobian != Jacobian.predicted) && !this.factor(t, c, point, j == 0)) return false;
      problem.solve(r);
      for (let i: i32 = 0; i < problem.size; i++) {
        const change: f64 = unchecked(r[i]);
        unchecked((ydot[i] += change));
        unchecked((y[i] += c * change));
      }
      this.iterations++;
    }
    this.worst = this.largest();
    return false;
  }

  private factor(t: f64, c: f64, point: Point, first: bool): bool {
    this.problem.turn(first || this.jacobian == Jacobian.each);
    if (this.problem.factor(t, point.y, point.ydot, c)) return true;
    this.worst = -1;
    return false;
  }

  /** Row of the largest residual. A NaN is the largest. */
  private largest(): i32 {
    let row: i32 = 0;
    let most: f64 = -1.0;
    for (let i: i32 = 0; i < this.problem.size; i++) {
      const size: f64 = Math.abs(this.r[i]);
      if (size <= most) continue;
      row = i;
      most = size;
      if (!(size < Infinity)) break;
    }
    return row;
  }
}
