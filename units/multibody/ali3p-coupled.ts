import { fail } from 'fmukit/author';
import { ldlFactor, ldlSolve } from '../numerics/ldl';
import { luFactor, luSolve } from '../numerics/lu';
import { CoupledModel } from './coupled-model';
import { grownPenalty, largestMass } from './penalty-growth';

/**
 * ALI3-P for a mechanism with k further states x (pressures), monolithic (Jaiswal et al. 2021a,
 * eqs. 36–41; the reference of Rahikainen et al. 2020). Trapezoidal rule, y = (q, x) as primary
 * variables, one Newton iteration:
 *
 *     f(y) = h²/4 [ M q̈ + Φ_qᵀ (α Φ + λ) − Q ;  ẋ − f_x ] = 0,    λ ← λ + α Φ after each iteration
 *
 * with the tangent by forward differences, ε = 1e-8 max(1e-2, |y_i|), on the branch (contact or
 * not) of the iterate. The projections of ali3p.ts follow. The iteration continues until all
 * increments are within the tolerances, because the trapezoidal rule does not damp the pressure
 * errors of an unfinished iteration.
 */
export class ALI3PCoupled {
  /** Penalty α. */
  alpha: f64 = 1e12;
  /** Newton's iteration ends when no increment of q is above this [unit of q] … */
  tolerance: f64 = 1e-11;
  /** Tolerance of the increments of x [unit of x]. */
  stateTolerance: f64 = 1e-2;
  maxIterations: i32 = 40;
  /** Iteration from which switching forces keep their branch. */
  holdAfter: i32 = 12;
  /** Newton iterations of the last step. */
  iterations: i32 = 0;

  readonly q: StaticArray<f64>;
  readonly v: StaticArray<f64>;
  readonly a: StaticArray<f64>;
  readonly lambda: StaticArray<f64>;
  /** ẋ of the trapezoidal rule, k. */
  readonly xDot: StaticArray<f64>;
  private mu: StaticArray<f64>;
  private f: StaticArray<f64>;
  private shifted: StaticArray<f64>;
  private T: StaticArray<f64>;
  private pivot: StaticArray<i32>;
  private inertia: StaticArray<f64>;
  private W: StaticArray<f64>;
  private y: StaticArray<f64>;
  /** q, q̇, q̈, λ, x and ẋ at the begin of the step. */
  private before: StaticArray<f64>;

  constructor(readonly model: CoupledModel) {
    const n: i32 = model.n;
    const size: i32 = n + model.k;
    this.q = new StaticArray<f64>(n);
    this.v = new StaticArray<f64>(n);
    this.a = new StaticArray<f64>(n);
    this.lambda = new StaticArray<f64>(model.m);
    this.xDot = new StaticArray<f64>(model.k);
    this.mu = new StaticArray<f64>(model.m);
    this.f = new StaticArray<f64>(size);
    this.shifted = new StaticArray<f64>(size);
    this.T = new StaticArray<f64>(size * size);
    this.pivot = new StaticArray<i32>(size);
    this.inertia = new StaticArray<f64>(n * n);
    this.W = new StaticArray<f64>(n * n);
    this.y = new StaticArray<f64>(n);
    this.before = new StaticArray<f64>(3 * n + model.m + 2 * model.k);
  }

  /**
   * Steps from t to t + h. q, q̇, q̈, x and ẋ must be consistent at t. α grows if the iteration
   * needs it (penalty-growth.ts).
   */
  step(t: f64, h: f64): void {
    this.keep();
    if (this.iterate(t, h)) return;
    const grown: f64 = grownPenalty(this.alpha, largestMass(this.model.M, this.model.n), h);
    if (grown == this.alpha) fail("ALI3-P, coupled: Newton's iteration did not converge; shorten the step");
    this.alpha = grown;
    this.goBack();
    if (!this.iterate(t, h))
      fail(
        "ALI3-P, coupled: Newton's iteration did not converge, with a larger penalty neither; shorten the step",
      );
  }

  private keep(): void {
    const n: i32 = this.model.n;
    const m: i32 = this.model.m;
    const k: i32 = this.model.k;
    for (let i: i32 = 0; i < n; i++) {
      unchecked((this.before[i] = this.q[i]));
      unchecked((this.before[n + i] = this.v[i]));
      unchecked((this.before[2 * n + i] = this.a[i]));
    }
    for (let r: i32 = 0; r < m; r++) unchecked((this.before[3 * n + r] = this.lambda[r]));
    for (let i: i32 = 0; i < k; i++) {
      unchecked((this.before[3 * n + m + i] = this.model.x[i]));
      unchecked((this.before[3 * n + m + k + i] = this.xDot[i]));
    }
  }

  private goBack(): void {
    const n: i32 = this.model.n;
    const m: i32 = this.model.m;
    const k: i32 = this.model.k;
    for (let i: i32 = 0; i < n; i++) {
      unchecked((this.q[i] = this.before[i]));
      unchecked((this.v[i] = this.before[n + i]));
      unchecked((this.a[i] = this.before[2 * n + i]));
    }
    for (let r: i32 = 0; r < m; r++) unchecked((this.lambda[r] = this.before[3 * n + r]));
    for (let i: i32 = 0; i < k; i++) {
      unchecked((this.model.x[i] = this.before[3 * n + m + i]));
      unchecked((this.xDot[i] = this.before[3 * n + m + k + i]));
    }
  }

  /** The step with α as it is. Whether Newton's iteration has converged. */
  private iterate(t: f64, h: f64): bool {
    const model: CoupledModel = this.model;
    const n: i32 = model.n;
    const k: i32 = model.k;
    const end: f64 = t + h;
    for (let i: i32 = 0; i < n; i++) {
      this.q[i] += h * (this.v[i] + 0.5 * h * this.a[i]);
      this.v[i] += h * this.a[i];
    }
    for (let i: i32 = 0; i < k; i++) model.x[i] += h * this.xDot[i];
    let held: bool = false;
    let j: i32 = 0;
    while (true) {
      this.residual(end, h, this.f, j > 0);
      model.holdBranches(true);
      this.differentiate(end, h);
      model.holdBranches(held);
      if (!luFactor(this.T, this.pivot, n + k)) fail('ALI3-P, coupled: singular tangent; shorten the step');
      luSolve(this.T, this.pivot, n + k, this.f);
      let largest: f64 = 0.0;
      let largestState: f64 = 0.0;
      for (let i: i32 = 0; i < n; i++) {
        this.move(i, -this.f[i], h);
        largest = Math.max(largest, Math.abs(this.f[i]));
      }
      for (let i: i32 = n; i < n + k; i++) {
        this.move(i, -this.f[i], h);
        largestState = Math.max(largestState, Math.abs(this.f[i]));
      }
      j++;
      // Negated, so that a NaN ends the iteration: it reaches the outputs, where the host names it.
      if (!(largest > this.tolerance) && !(largestState > this.stateTolerance)) break;
      if (j == this.maxIterations) {
        if (held) model.holdBranches(false);
        return false;
      }
      if (j == this.holdAfter) {
        held = true;
        model.holdBranches(true);
      }
    }
    this.iterations = j;
    if (held) model.holdBranches(false);
    this.project(end, h);
    return true;
  }

  /** Moves unknown i by d, and its derivatives with it as the trapezoidal rule wants. */
  private move(i: i32, d: f64, h: f64): void {
    const n: i32 = this.model.n;
    if (i < n) {
      this.q[i] += d;
      this.v[i] += (2.0 / h) * d;
      this.a[i] += (4.0 / (h * h)) * d;
    } else {
      this.model.x[i - n] += d;
      this.xDot[i - n] += (2.0 / h) * d;
    }
  }

  private residual(t: f64, h: f64, f: StaticArray<f64>, update: bool): void {
    const model: CoupledModel = this.model;
    const n: i32 = model.n;
    const m: i32 = model.m;
    const scale: f64 = 0.25 * h * h;
    const a: StaticArray<f64> = this.a;
    const mu: StaticArray<f64> = this.mu;
    model.mass(this.q);
    model.constraints(this.q);
    model.forces(t, this.q, this.v);
    model.rates(t, this.q, this.v);
    for (let r: i32 = 0; r < m; r++) {
      const penalty: f64 = this.alpha * unchecked(model.Phi[r]);
      if (update) unchecked((this.lambda[r] += penalty));
      unchecked((mu[r] = penalty + this.lambda[r]));
    }
    for (let i: i32 = 0; i < n; i++) {
      let sum: f64 = -unchecked(model.Q[i]);
      for (let j: i32 = 0; j < n; j++) sum += unchecked(model.M[i * n + j]) * unchecked(a[j]);
      for (let r: i32 = 0; r < m; r++) sum += unchecked(model.J[r * n + i]) * unchecked(mu[r]);
      unchecked((f[i] = scale * sum));
    }
    for (let i: i32 = 0; i < model.k; i++) unchecked((f[n + i] = scale * (this.xDot[i] - model.dx[i])));
  }

  /** T ← ∂f/∂y by forward differences (Jaiswal et al. 2021a, eqs. 40, 41). */
  private differentiate(t: f64, h: f64): void {
    const n: i32 = this.model.n;
    const size: i32 = n + this.model.k;
    for (let c: i32 = 0; c < size; c++) {
      let value: f64 = 0.0;
      let rate: f64 = 0.0;
      let acceleration: f64 = 0.0;
      if (c < n) {
        value = this.q[c];
        rate = this.v[c];
        acceleration = this.a[c];
      } else {
        value = this.model.x[c - n];
        rate = this.xDot[c - n];
      }
      const epsilon: f64 = 1e-8 * Math.max(1e-2, Math.abs(value));
      this.move(c, epsilon, h);
      this.residual(t, h, this.shifted, false);
      if (c < n) {
        this.q[c] = value;
        this.v[c] = rate;
        this.a[c] = acceleration;
      } else {
        this.model.x[c - n] = value;
        this.xDot[c - n] = rate;
      }
      for (let r: i32 = 0; r < size; r++) {
        unchecked((this.T[r * size + c] = (this.shifted[r] - this.f[r]) / epsilon));
      }
    }
  }

  /**
   * Projects velocities and accelerations onto the constraints (Rahikainen et al. 2020, eqs. 6, 7).
   * x stays constant.
   */
  private project(t: f64, h: f64): void {
    const model: CoupledModel = this.model;
    const n: i32 = model.n;
    const m: i32 = model.m;
    const scale: f64 = 0.25 * h * h;
    const y: StaticArray<f64> = this.y;
    model.mass(this.q);
    model.constraints(this.q);
    model.forces(t, this.q, this.v);
    model.tangents(this.q, this.v, this.mu);
    for (let i: i32 = 0; i < n; i++) {
      for (let j: i32 = 0; j < n; j++) {
        const ij: i32 = i * n + j;
        let sum: f64 = 0.0;
        for (let r: i32 = 0; r < m; r++) sum += model.J[r * n + i] * model.J[r * n + j];
        this.inertia[ij] = model.M[ij] + 0.5 * h * model.C[ij] + scale * model.K[ij];
        this.W[ij] = this.inertia[ij] + scale * this.alpha * sum;
      }
    }
    if (!ldlFactor(this.W, n))
      fail('ALI3-P, coupled: the projection is not positive definite; shorten the step');
    this.multiply(this.v);
    ldlSolve(this.W, n, y);
    for (let i: i32 = 0; i < n; i++) this.v[i] = y[i];
    model.jacobianRate(this.q, this.v);
    this.multiply(this.a);
    for (let i: i32 = 0; i < n; i++) {
      for (let r: i32 = 0; r < m; r++) y[i] -= scale * this.alpha * model.J[r * n + i] * model.gamma[r];
    }
    ldlSolve(this.W, n, y);
    for (let i: i32 = 0; i < n; i++) this.a[i] = y[i];
  }

  /** y ← M̄ z. */
  private multiply(z: StaticArray<f64>): void {
    const n: i32 = this.model.n;
    for (let i: i32 = 0; i < n; i++) {
      let sum: f64 = 0.0;
      for (let j: i32 = 0; j < n; j++) sum += this.inertia[i * n + j] * z[j];
      this.y[i] = sum;
    }
  }
}
