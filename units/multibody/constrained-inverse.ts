import { fail } from 'fmukit/author';
import { ldlFactor, ldlSolve } from '../numerics/ldl';
import { MultibodyModel } from './multibody-model';

/**
 * The exact acceleration of a constrained system with regular M and independent constraints
 * (Rahikainen et al. 2020, eq. 16):
 *
 *     q̈ = (I − P) M⁻¹ Q − M⁻¹ Φ_qᵀ S⁻¹ Φ̇_q q̇,    S = Φ_q M⁻¹ Φ_qᵀ,    P = M⁻¹ Φ_qᵀ S⁻¹ Φ_q
 *
 * `factor` takes the present M and Φ_q from the model. `apply` solves for one right-hand side.
 */
export class ConstrainedInverse {
  /** Multipliers of the last call of `apply`: M q̈ + Φ_qᵀ λ = Q. */
  readonly lambda: StaticArray<f64>;
  private factors: StaticArray<f64>;
  private minvJ: StaticArray<f64>;
  private S: StaticArray<f64>;
  private column: StaticArray<f64>;

  constructor(readonly model: MultibodyModel) {
    const n: i32 = model.n;
    const m: i32 = model.m;
    this.lambda = new StaticArray<f64>(m);
    this.factors = new StaticArray<f64>(n * n);
    this.minvJ = new StaticArray<f64>(m * n);
    this.S = new StaticArray<f64>(m * m);
    this.column = new StaticArray<f64>(n);
  }

  /** Factors of M and S. */
  factor(): void {
    const model: MultibodyModel = this.model;
    const n: i32 = model.n;
    const m: i32 = model.m;
    const column: StaticArray<f64> = this.column;
    for (let i: i32 = 0; i < n * n; i++) unchecked((this.factors[i] = model.M[i]));
    if (!ldlFactor(this.factors, n)) fail('constrained inverse: the mass matrix is not positive definite');
    for (let k: i32 = 0; k < m; k++) {
      for (let i: i32 = 0; i < n; i++) unchecked((column[i] = model.J[k * n + i]));
      ldlSolve(this.factors, n, column);
      for (let i: i32 = 0; i < n; i++) unchecked((this.minvJ[k * n + i] = column[i]));
      for (let l: i32 = k; l < m; l++) {
        let sum: f64 = 0.0;
        for (let i: i32 = 0; i < n; i++) sum += unchecked(model.J[l * n + i]) * unchecked(column[i]);
        unchecked((this.S[l * m + k] = sum));
      }
    }
    if (!ldlFactor(this.S, m)) fail('constrained inverse: the constraints are redundant here');
  }

  /** x ← (I − P) M⁻¹ x, and with `moving` less M⁻¹ Φ_qᵀ S⁻¹ gamma. */
  apply(x: StaticArray<f64>, moving: bool): void {
    const model: MultibodyModel = this.model;
    const n: i32 = model.n;
    const m: i32 = model.m;
    const lambda: StaticArray<f64> = this.lambda;
    ldlSolve(this.factors, n, x);
    for (let k: i32 = 0; k < m; k++) {
      let sum: f64 = moving ? unchecked(model.gamma[k]) : 0.0;
      for (let i: i32 = 0; i < n; i++) sum += unchecked(model.J[k * n + i]) * unchecked(x[i]);
      unchecked((lambda[k] = sum));
    }
    ldlSolve(this.S, m, lambda);
    for (let k: i32 = 0; k < m; k++) {
      const multiplier: f64 = unchecked(lambda[k]);
      for (let i: i32 = 0; i < n; i++) unchecked((x[i] -= this.minvJ[k * n + i] * multiplier));
    }
  }

  /** a ← q̈(t, q, q̇) with all the model's forces. Leaves the multipliers in `lambda`. */
  accelerations(t: f64, q: StaticArray<f64>, v: StaticArray<f64>, a: StaticArray<f64>): void {
    const model: MultibodyModel = this.model;
    model.mass(q);
    model.constraints(q);
    model.jacobianRate(q, v);
    model.forces(t, q, v);
    this.factor();
    for (let i: i32 = 0; i < model.n; i++) a[i] = model.Q[i];
    this.apply(a, true);
  }
}
