import { fail } from 'fmukit/author';
import { luFactor, luSolve } from '../numerics/lu';
import { ConstrainedInverse } from './constrained-inverse';
import { MultibodyModel } from './multibody-model';

/**
 * Interface model of a mechanism for p interface velocities w = A q̇ (Peiret, González, Kövecses &
 * Teichmann 2018; Rahikainen et al. 2020, eqs. 12–15): M_eff ẇ = Q_eff + λ, with λ the forces that
 * act along w and
 *
 *     M_eff = (A (I − P) M⁻¹ Aᵀ)⁻¹
 *     Q_eff = M_eff (A (I − P) M⁻¹ Q + Ȧ q̇ + A P q̈),    P q̈ = −M⁻¹ Φ_qᵀ (Φ_q M⁻¹ Φ_qᵀ)⁻¹ Φ̇_q q̇
 *
 * (Rahikainen et al. 2020 prints w and ẇ where q̇ and q̈ belong.) Q is without the interface
 * forces. M must be regular.
 */
export class InterfaceModel {
  /** Effective mass M_eff, p×p [kg where w is in m/s]. */
  readonly Meff: StaticArray<f64>;
  /** Effective force Q_eff, p [N]. */
  readonly Qeff: StaticArray<f64>;
  private inverse: ConstrainedInverse;
  private column: StaticArray<f64>;
  private free: StaticArray<f64>;
  private flexibility: StaticArray<f64>;
  private work: StaticArray<f64>;
  private pivot: StaticArray<i32>;

  constructor(
    readonly model: MultibodyModel,
    readonly p: i32,
  ) {
    this.inverse = new ConstrainedInverse(model);
    this.Meff = new StaticArray<f64>(p * p);
    this.Qeff = new StaticArray<f64>(p);
    this.column = new StaticArray<f64>(model.n);
    this.free = new StaticArray<f64>(p);
    this.flexibility = new StaticArray<f64>(p * p);
    this.work = new StaticArray<f64>(p);
    this.pivot = new StaticArray<i32>(p);
  }

  /**
   * Computes M_eff and Q_eff from the model's present M, Φ_q and Φ̇_q q̇.
   *
   * @param A interface Jacobian, p×n
   * @param bias Ȧ q̇, p
   * @param Q forces without those of the interface, n
   */
  evaluate(A: StaticArray<f64>, bias: StaticArray<f64>, Q: StaticArray<f64>): void {
    const n: i32 = this.model.n;
    const p: i32 = this.p;
    const column: StaticArray<f64> = this.column;
    this.inverse.factor();
    for (let i: i32 = 0; i < n; i++) unchecked((column[i] = Q[i]));
    this.inverse.apply(column, true);
    for (let r: i32 = 0; r < p; r++) unchecked((this.free[r] = bias[r] + this.dot(A, r)));
    for (let c: i32 = 0; c < p; c++) {
      for (let i: i32 = 0; i < n; i++) unchecked((column[i] = A[c * n + i]));
      this.inverse.apply(column, false);
      for (let r: i32 = 0; r < p; r++) unchecked((this.flexibility[r * p + c] = this.dot(A, r)));
    }
    if (!luFactor(this.flexibility, this.pivot, p))
      fail('interface model: the interface velocities are dependent');
    for (let c: i32 = 0; c < p; c++) {
      for (let r: i32 = 0; r < p; r++) unchecked((this.work[r] = r == c ? 1.0 : 0.0));
      luSolve(this.flexibility, this.pivot, p, this.work);
      for (let r: i32 = 0; r < p; r++) unchecked((this.Meff[r * p + c] = this.work[r]));
    }
    for (let r: i32 = 0; r < p; r++) unchecked((this.Qeff[r] = this.free[r]));
    luSolve(this.flexibility, this.pivot, p, this.Qeff);
  }

  /** Row r of an array with n columns, times column. */
  private dot(rows: StaticArray<f64>, r: i32): f64 {
    const n: i32 = this.model.n;
    let sum: f64 = 0.0;
    for (let i: i32 = 0; i < n; i++) sum += unchecked(rows[r * n + i]) * unchecked(this.column[i]);
    return sum;
  }
}
