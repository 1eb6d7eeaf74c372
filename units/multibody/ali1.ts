import { fail } from 'fmukit/author';
import { ldlFactor, ldlSolve } from '../numerics/ldl';
import { MultibodyModel } from './multibody-model';

/**
 * ALI1: index-1 augmented Lagrangian (Bayo, García de Jalón & Serna 1988; Rahikainen et al. 2020,
 * eqs. 2a, 2b), iterated:
 *
 *     (M + Φ_qᵀ α Φ_q) q̈ + Φ_qᵀ λ = Q − Φ_qᵀ α (Φ̇_q q̇ + 2 ξ ω Φ̇ + ω² Φ)
 *     λ ← λ + α (Φ̈ + 2 ξ ω Φ̇ + ω² Φ)
 *
 * and the semi-implicit Euler formula, q̇ first: q̇ ← q̇ + h q̈(t), q ← q + h q̇. Order 1.
 */
export class ALI1 {
  /** Penalty α. */
  alpha: f64 = 1e7;
  /**
   * Stabilization as of a critically damped oscillator of frequency ω [1/s] and damping ratio ξ.
   */
  xi: f64 = 1.0;
  omega: f64 = 10.0;
  /**
   * The multipliers are iterated until no constraint acceleration is above this [unit of Φ per s²].
   */
  tolerance: f64 = 1e-9;
  maxIterations: i32 = 20;
  /** Multiplier iterations of the last call of `accelerations`. */
  iterations: i32 = 0;

  readonly q: StaticArray<f64>;
  readonly v: StaticArray<f64>;
  readonly a: StaticArray<f64>;
  readonly lambda: StaticArray<f64>;
  private A: StaticArray<f64>;
  private target: StaticArray<f64>;

  constructor(readonly model: MultibodyModel) {
    const n: i32 = model.n;
    this.q = new StaticArray<f64>(n);
    this.v = new StaticArray<f64>(n);
    this.a = new StaticArray<f64>(n);
    this.lambda = new StaticArray<f64>(model.m);
    this.A = new StaticArray<f64>(n * n);
    this.target = new StaticArray<f64>(model.m);
  }

  /**
   * Advances from t to t + h with the accelerations `a` at t. Accelerations at t + h are not
   * computed.
   */
  advance(h: f64): void {
    const n: i32 = this.model.n;
    for (let i: i32 = 0; i < n; i++) {
      const vi: f64 = unchecked(this.v[i]) + h * unchecked(this.a[i]);
      unchecked((this.v[i] = vi));
      unchecked((this.q[i] += h * vi));
    }
  }

  /**
   * a ← q̈(t, q, q̇), λ ← the multipliers, from the model's forces. Starts from the λ of the last
   * call.
   */
  accelerations(t: f64): void {
    const model: MultibodyModel = this.model;
    const n: i32 = model.n;
    const m: i32 = model.m;
    const J: StaticArray<f64> = model.J;
    const A: StaticArray<f64> = this.A;
    const a: StaticArray<f64> = this.a;
    const target: StaticArray<f64> = this.target;
    const lambda: StaticArray<f64> = this.lambda;
    const alpha: f64 = this.alpha;
    model.mass(this.q);
    model.constraints(this.q);
    model.jacobianRate(this.q, this.v);
    model.forces(t, this.q, this.v);
    // Φ̈ + 2ξωΦ̇ + ω²Φ = Φ_q q̈ + target
    const damping: f64 = 2.0 * this.xi * this.omega;
    const stiffness: f64 = this.omega * this.omega;
    for (let k: i32 = 0; k < m; k++) {
      let rate: f64 = 0.0;
      for (let i: i32 = 0; i < n; i++) rate += unchecked(J[k * n + i]) * unchecked(this.v[i]);
      unchecked((target[k] = model.gamma[k] + damping * rate + stiffness * model.Phi[k]));
    }
    for (let i: i32 = 0; i < n; i++) {
      for (let j: i32 = 0; j <= i; j++) {
        let sum: f64 = 0.0;
        for (let k: i32 = 0; k < m; k++) sum += unchecked(J[k * n + i]) * unchecked(J[k * n + j]);
        unchecked((A[i * n + j] = model.M[i * n + j] + alpha * sum));
      }
    }
    if (!ldlFactor(A, n)) fail('ALI1: the leading matrix M + J^T alpha J is not positive definite');
    for (let iteration: i32 = 1; iteration <= this.maxIterations; iteration++) {
      for (let i: i32 = 0; i < n; i++) {
        let sum: f64 = unchecked(model.Q[i]);
        for (let k: i32 = 0; k < m; k++) {
          sum -= unchecked(J[k * n + i]) * (alpha * unchecked(target[k]) + unchecked(lambda[k]));
        }
        unchecked((a[i] = sum));
      }
      ldlSolve(A, n, a);
      let violation: f64 = 0.0;
      for (let k: i32 = 0; k < m; k++) {
        let sum: f64 = unchecked(target[k]);
        for (let i: i32 = 0; i < n; i++) sum += unchecked(J[k * n + i]) * unchecked(a[i]);
        unchecked((lambda[k] += alpha * sum));
        violation = Math.max(violation, Math.abs(sum));
      }
      this.iterations = iteration;
      // Negated, so that a NaN ends the iteration: it reaches the outputs, where the host names it.
      if (!(violation > this.tolerance)) return;
    }
  }
}
