import { ldlFactor, ldlSolve } from '../../../numerics/ldl';
import { Joint } from '../divided-joint';
import { singular } from '../singular';
import { Subassembly } from '../subassembly-variables';

/**
 * A joint as seen from one of its two subassemblies. Its body h at the joint is eliminated, and its
 * body o at the other handle remains (eqs. 17–26):
 *
 *     δ_h = M_hh⁻¹ (Q_h − M_ho δ_o − Φ_hᵀ δλ)
 *     Φ_h δ_h = Ψ δ_o − S δλ + b
 *     Ψ = −Φ_h M_hh⁻¹ M_ho,  S = Φ_h M_hh⁻¹ Φ_hᵀ,  b = Φ_h M_hh⁻¹ Q_h
 *     M δ_o + Ψᵀ δλ = Q,     M = M_oo − M_oh M_hh⁻¹ M_ho,  Q = Q_o − M_oh M_hh⁻¹ Q_h
 *
 * A single body remains: Ψ = Φ_h, S = 0, b = 0, M = M₁₁.
 */
export class Side {
  readonly Psi: StaticArray<f64>;
  readonly S: StaticArray<f64>;
  readonly b: StaticArray<f64> = new StaticArray<f64>(6);
  readonly M: StaticArray<f64> = new StaticArray<f64>(49);
  readonly Q: StaticArray<f64> = new StaticArray<f64>(7);
  private rows: i32;
  private factor: StaticArray<f64>;
  private X: StaticArray<f64>;
  private G: StaticArray<f64>;
  private w: StaticArray<f64> = new StaticArray<f64>(7);
  private column: StaticArray<f64> = new StaticArray<f64>(7);
  private ofA: bool;

  /** @param second the joint is at handle 2 */
  constructor(
    public part: Subassembly,
    readonly joint: Joint,
    readonly second: bool,
  ) {
    this.ofA = joint.A.body == (second ? part.last : part.first);
    this.rows = joint.rows;
    this.Psi = new StaticArray<f64>(7 * joint.rows);
    this.S = new StaticArray<f64>(joint.rows * joint.rows);
    this.factor = new StaticArray<f64>(49);
    this.X = new StaticArray<f64>(49);
    this.G = new StaticArray<f64>(7 * joint.rows);
  }

  assemble(): void {
    const Phi: StaticArray<f64> = this.ofA ? this.joint.JA : this.joint.JB;
    if (this.part.single) {
      for (let k: i32 = 0; k < 49; k++) unchecked((this.M[k] = this.part.M11[k]));
      for (let k: i32 = 0; k < 7 * this.rows; k++) unchecked((this.Psi[k] = Phi[k]));
      this.S.fill(0.0);
      this.b.fill(0.0);
      return;
    }
    this.eliminate(this.second ? this.part.M22 : this.part.M11);
    const own: StaticArray<f64> = this.second ? this.part.M11 : this.part.M22;
    for (let i: i32 = 0; i < 7; i++)
      for (let j: i32 = 0; j <= i; j++) {
        let sum: f64 = unchecked(own[7 * i + j]);
        for (let k: i32 = 0; k < 7; k++) sum -= this.coupling(i, k) * unchecked(this.X[7 * j + k]);
        unchecked((this.M[7 * i + j] = sum));
        unchecked((this.M[7 * j + i] = sum));
      }
    for (let i: i32 = 0; i < this.rows; i++) {
      for (let j: i32 = 0; j < 7; j++) {
        let sum: f64 = 0.0;
        for (let k: i32 = 0; k < 7; k++) sum -= unchecked(Phi[7 * i + k] * this.X[7 * j + k]);
        unchecked((this.Psi[7 * i + j] = sum));
      }
      for (let j: i32 = 0; j < this.rows; j++) {
        let sum: f64 = 0.0;
        for (let k: i32 = 0; k < 7; k++) sum += unchecked(Phi[7 * i + k] * this.G[7 * j + k]);
        unchecked((this.S[this.rows * i + j] = sum));
      }
    }
  }

  load(): void {
    const part: Subassembly = this.part;
    if (part.single) {
      for (let k: i32 = 0; k < 7; k++) unchecked((this.Q[k] = part.Q1[k]));
      return;
    }
    const Phi: StaticArray<f64> = this.ofA ? this.joint.JA : this.joint.JB;
    const Qh: StaticArray<f64> = this.second ? part.Q2 : part.Q1;
    const Qo: StaticArray<f64> = this.second ? part.Q1 : part.Q2;
    const w: StaticArray<f64> = this.w;
    for (let k: i32 = 0; k < 7; k++) unchecked((w[k] = Qh[k]));
    ldlSolve(this.factor, 7, w);
    for (let i: i32 = 0; i < 7; i++) {
      let sum: f64 = unchecked(Qo[i]);
      for (let k: i32 = 0; k < 7; k++) sum -= unchecked(this.X[7 * i + k] * Qh[k]);
      unchecked((this.Q[i] = sum));
    }
    for (let i: i32 = 0; i < this.rows; i++) {
      let sum: f64 = 0.0;
      for (let k: i32 = 0; k < 7; k++) sum += unchecked(Phi[7 * i + k] * w[k]);
      unchecked((this.b[i] = sum));
    }
  }

  /** δ of both handles of the part, from δ_o and the joint's δλ. */
  disassemble(other: StaticArray<f64>): void {
    const part: Subassembly = this.part;
    const kept: StaticArray<f64> = part.single || this.second ? part.delta1 : part.delta2;
    for (let k: i32 = 0; k < 7; k++) unchecked((kept[k] = other[k]));
    if (part.single) return;
    const delta: StaticArray<f64> = this.second ? part.delta2 : part.delta1;
    for (let i: i32 = 0; i < 7; i++) {
      let sum: f64 = unchecked(this.w[i]);
      for (let k: i32 = 0; k < 7; k++) sum -= unchecked(this.X[7 * k + i] * other[k]);
      for (let k: i32 = 0; k < this.rows; k++) sum -= unchecked(this.G[7 * k + i] * this.joint.increment[k]);
      unchecked((delta[i] = sum));
    }
  }

  /** Factors of M_hh, and the columns of X = M_hh⁻¹ M_ho and of G = M_hh⁻¹ Φ_hᵀ. */
  private eliminate(Mhh: StaticArray<f64>): void {
    const Phi: StaticArray<f64> = this.ofA ? this.joint.JA : this.joint.JB;
    const column: StaticArray<f64> = this.column;
    for (let k: i32 = 0; k < 49; k++) unchecked((this.factor[k] = Mhh[k]));
    if (!ldlFactor(this.factor, 7)) singular();
    for (let j: i32 = 0; j < 7; j++) {
      for (let k: i32 = 0; k < 7; k++) unchecked((column[k] = this.coupling(j, k)));
      ldlSolve(this.factor, 7, column);
      for (let k: i32 = 0; k < 7; k++) unchecked((this.X[7 * j + k] = column[k]));
    }
    for (let j: i32 = 0; j < this.rows; j++) {
      for (let k: i32 = 0; k < 7; k++) unchecked((column[k] = Phi[7 * j + k]));
      ldlSolve(this.factor, 7, column);
      for (let k: i32 = 0; k < 7; k++) unchecked((this.G[7 * j + k] = column[k]));
    }
  }

  /** Element (i, k) of M_oh. */
  private coupling(i: i32, k: i32): f64 {
    return unchecked(this.second ? this.part.M12[7 * i + k] : this.part.M12[7 * k + i]);
  }
}
