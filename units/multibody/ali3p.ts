import { fail } from 'fmukit/author';
import { ldlFactor, ldlSolve } from '../numerics/ldl';
import { MultibodyModel } from './multibody-model';
import { grownPenalty, largestMass } from './penalty-growth';

/**
 * ALI3-P: index-3 augmented Lagrangian with projections (Bayo & Ledesma 1996; Cuadrado et al. 2000;
 * Rahikainen et al. 2020, eqs. 3–7) on the trapezoidal rule. With h²/4 as scale, the equilibrium at
 * t + h is
 *
 *     g(q) = h²/4 (M q̈ + Φ_qᵀ (α Φ + λ) − Q) = 0,    λ ← λ + α Φ after each iteration
 *     W Δq = −g,    W = M + h/2 C + h²/4 (Φ_qᵀ α Φ_q + K)
 *
 * and afterwards velocities and accelerations are projected, orthogonally in M̄ = M + h/2 C + h²/4
 * K:
 *
 *     W q̇ = M̄ q̇*,    W q̈ = M̄ q̈* − h²/4 Φ_qᵀ α Φ̇_q q̇
 *
 * Order 2. Forces are taken at t + h. The multipliers contract by about 1/(1 + α h²/(4 M)) an
 * iteration: α should be above 4 M / h². It grows to this value if an iteration does not converge
 * otherwise (penalty-growth.ts).
 */
export class ALI3P {
  /** Penalty α. */
  alpha: f64 = 1e12;
  /** Newton's iteration ends when no increment of q is above this [unit of q]. */
  tolerance: f64 = 1e-11;
  maxIterations: i32 = 40;
  /** Iteration from which switching forces keep their branch. */
  holdAfter: i32 = 12;
  /** Newton iterations of the last step. */
  iterations: i32 = 0;

  readonly q: StaticArray<f64>;
  readonly v: StaticArray<f64>;
  readonly a: StaticArray<f64>;
  readonly lambda: StaticArray<f64>;
  private mu: StaticArray<f64>;
  private inertia: StaticArray<f64>;
  private W: StaticArray<f64>;
  private x: StaticArray<f64>;
  /** q, q̇, q̈ and λ at the begin of the step. */
  private before: StaticArray<f64>;

  constructor(readonly model: MultibodyModel) {
    const n: i32 = model.n;
    this.q = new StaticArray<f64>(n);
    this.v = new StaticArray<f64>(n);
    this.a = new StaticArray<f64>(n);
    this.lambda = new StaticArray<f64>(model.m);
    this.mu = new StaticArray<f64>(model.m);
    this.inertia = new StaticArray<f64>(n * n);
    this.W = new StaticArray<f64>(n * n);
    this.x = new StaticArray<f64>(n);
    this.before = new StaticArray<f64>(3 * n + model.m);
  }

  /** Steps from t to t + h. q, q̇, q̈ must be consistent at t. */
  step(t: f64, h: f64): void {
    this.keep();
    if (this.iterate(t, h)) return;
    const grown: f64 = grownPenalty(this.alpha, largestMass(this.model.M, this.model.n), h);
    if (grown == this.alpha) fail("ALI3-P: Newton's iteration did not converge; shorten the step");
    this.alpha = grown;
    this.goBack();
    if (!this.iterate(t, h))
      fail("ALI3-P: Newton's iteration did not converge, with a larger penalty neither; shorten the step");
  }

  private keep(): void {
    const n: i32 = this.model.n;
    for (let i: i32 = 0; i < n; i++) {
      unchecked((this.before[i] = this.q[i]));
      unchecked((this.before[n + i] = this.v[i]));
      unchecked((this.before[2 * n + i] = this.a[i]));
    }
    for (let k: i32 = 0; k < this.model.m; k++) unchecked((this.before[3 * n + k] = this.lambda[k]));
  }

  private goBack(): void {
    const n: i32 = this.model.n;
    for (let i: i32 = 0; i < n; i++) {
      unchecked((this.q[i] = this.before[i]));
      unchecked((this.v[i] = this.before[n + i]));
      unchecked((this.a[i] = this.before[2 * n + i]));
    }
    for (let k: i32 = 0; k < this.model.m; k++) unchecked((this.lambda[k] = this.before[3 * n + k]));
  }

  /** The step with α as it is. Whether Newton's iteration has converged. */
  private iterate(t: f64, h: f64): bool {
    const model: MultibodyModel = this.model;
    const n: i32 = model.n;
    const q: StaticArray<f64> = this.q;
    const v: StaticArray<f64> = this.v;
    const a: StaticArray<f64> = this.a;
    const x: StaticArray<f64> = this.x;
    for (let i: i32 = 0; i < n; i++) {
      const ai: f64 = unchecked(a[i]);
      unchecked((q[i] += h * (v[i] + 0.5 * h * ai)));
      unchecked((v[i] += h * ai));
    }
    const toVelocity: f64 = 2.0 / h;
    const toAcceleration: f64 = toVelocity * toVelocity;
    let held: bool = false;
    let j: i32 = 0;
    while (true) {
      this.residual(t + h, 0.25 * h * h, j > 0);
      this.tangent(h);
      ldlSolve(this.W, n, x);
      let largest: f64 = 0.0;
      for (let i: i32 = 0; i < n; i++) {
        const d: f64 = unchecked(x[i]);
        unchecked((q[i] += d));
        unchecked((v[i] += toVelocity * d));
        unchecked((a[i] += toAcceleration * d));
        largest = Math.max(largest, Math.abs(d));
      }
      j++;
      // Negated, so that a NaN ends the iteration: it reaches the outputs, where the host names it.
      if (!(largest > this.tolerance)) break;
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
    this.project(0.25 * h * h);
    return true;
  }

  /**
   * x ← −g at q. With `update`, the multipliers first take over the penalty of the last iteration.
   */
  private residual(t: f64, scale: f64, update: bool): void {
    const model: MultibodyModel = this.model;
    const n: i32 = model.n;
    const m: i32 = model.m;
    const a: StaticArray<f64> = this.a;
    const mu: StaticArray<f64> = this.mu;
    const lambda: StaticArray<f64> = this.lambda;
    const alpha: f64 = this.alpha;
    model.mass(this.q);
    model.constraints(this.q);
    model.forces(t, this.q, this.v);
    for (let k: i32 = 0; k < m; k++) {
      const penalty: f64 = alpha * unchecked(model.Phi[k]);
      if (update) unchecked((lambda[k] += penalty));
      unchecked((mu[k] = penalty + lambda[k]));
    }
    for (let i: i32 = 0; i < n; i++) {
      let sum: f64 = unchecked(model.Q[i]);
      for (let j: i32 = 0; j < n; j++) sum -= unchecked(model.M[i * n + j]) * unchecked(a[j]);
      for (let k: i32 = 0; k < m; k++) sum -= unchecked(model.J[k * n + i]) * unchecked(mu[k]);
      unchecked((this.x[i] = scale * sum));
    }
  }

  /** W, factored, and M̄ (lower triangles). */
  private tangent(h: f64): void {
    const model: MultibodyModel = this.model;
    const n: i32 = model.n;
    const m: i32 = model.m;
    const J: StaticArray<f64> = model.J;
    const scale: f64 = 0.25 * h * h;
    const half: f64 = 0.5 * h;
    const penalty: f64 = scale * this.alpha;
    model.tangents(this.q, this.v, this.mu);
    for (let i: i32 = 0; i < n; i++) {
      for (let j: i32 = 0; j <= i; j++) {
        const ij: i32 = i * n + j;
        const inertia: f64 =
          unchecked(model.M[ij]) + half * unchecked(model.C[ij]) + scale * unchecked(model.K[ij]);
        let sum: f64 = 0.0;
        for (let k: i32 = 0; k < m; k++) sum += unchecked(J[k * n + i]) * unchecked(J[k * n + j]);
        unchecked((this.inertia[ij] = inertia));
        unchecked((this.inertia[j * n + i] = inertia));
        unchecked((this.W[ij] = inertia + penalty * sum));
      }
    }
    if (!ldlFactor(this.W, n))
      fail('ALI3-P: the tangent matrix M + h/2 C + h²/4 K is not positive definite; shorten the step');
  }

  /** Velocities and accelerations onto the constraints, with the tangent of the last iteration. */
  private project(scale: f64): void {
    const model: MultibodyModel = this.model;
    const n: i32 = model.n;
    const x: StaticArray<f64> = this.x;
    this.multiply(this.v);
    ldlSolve(this.W, n, x);
    for (let i: i32 = 0; i < n; i++) unchecked((this.v[i] = x[i]));
    model.jacobianRate(this.q, this.v);
    this.multiply(this.a);
    const penalty: f64 = scale * this.alpha;
    for (let k: i32 = 0; k < model.m; k++) {
      const rate: f64 = penalty * unchecked(model.gamma[k]);
      for (let i: i32 = 0; i < n; i++) unchecked((x[i] -= model.J[k * n + i] * rate));
    }
    ldlSolve(this.W, n, x);
    for (let i: i32 = 0; i < n; i++) unchecked((this.a[i] = x[i]));
  }

  /** x ← M̄ y. */
  private multiply(y: StaticArray<f64>): void {
    const n: i32 = this.model.n;
    for (let i: i32 = 0; i < n; i++) {
      let sum: f64 = 0.0;
      for (let j: i32 = 0; j < n; j++) sum += unchecked(this.inertia[i * n + j]) * unchecked(y[j]);
      unchecked((this.x[i] = sum));
    }
  }
}
