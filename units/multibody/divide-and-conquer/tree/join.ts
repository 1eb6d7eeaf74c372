import { ldlFactor, ldlSolve } from '../../../numerics/ldl';
import { Joint } from '../divided-joint';
import { singular } from '../singular';
import { Subassembly } from '../subassembly-variables';
import { Side } from './joint-handles';

/**
 * Two subassemblies A and B become one: the joint between handle 2 of A and handle 1 of B is inside
 * it (eqs. 19–32).
 *
 *     δλ = C (Ψ_A δ₁ + Ψ_B δ₂ + c + b_A + b_B),    C = (I/α + S_A + S_B)⁻¹
 *     M₁₁ = M_A + Ψ_Aᵀ C Ψ_A,  M₁₂ = Ψ_Aᵀ C Ψ_B,  M₂₂ = M_B + Ψ_Bᵀ C Ψ_B
 *     Q₁ = Q_A − Ψ_Aᵀ C (c + b_A + b_B),  Q₂ = Q_B − Ψ_Bᵀ C (c + b_A + b_B)
 *
 * c is the violation of the joint. C exists even if Jacobians lose rank.
 */
export class Join extends Subassembly {
  private a: Side;
  private b: Side;
  private C: StaticArray<f64>;
  private YA: StaticArray<f64>;
  private YB: StaticArray<f64>;
  private z: StaticArray<f64>;

  constructor(
    A: Subassembly,
    readonly joint: Joint,
    B: Subassembly,
  ) {
    super(false, A.first, B.last);
    this.depth = 1 + (A.depth > B.depth ? A.depth : B.depth);
    this.a = new Side(A, joint, true);
    this.b = new Side(B, joint, false);
    this.C = new StaticArray<f64>(joint.rows * joint.rows);
    this.YA = new StaticArray<f64>(7 * joint.rows);
    this.YB = new StaticArray<f64>(7 * joint.rows);
    this.z = new StaticArray<f64>(joint.rows);
  }

  /** Joins these subassemblies instead, whose handles are the bodies of the same joint. */
  link(A: Subassembly, B: Subassembly): void {
    this.first = A.first;
    this.last = B.last;
    this.depth = 1 + (A.depth > B.depth ? A.depth : B.depth);
    this.a.part = A;
    this.b.part = B;
  }

  assemble(alpha: f64): void {
    const rows: i32 = this.joint.rows;
    const C: StaticArray<f64> = this.C;
    this.a.assemble();
    this.b.assemble();
    for (let k: i32 = 0; k < rows * rows; k++) C[k] = this.a.S[k] + this.b.S[k];
    for (let k: i32 = 0; k < rows; k++) C[(rows + 1) * k] += 1.0 / alpha;
    if (!ldlFactor(C, rows)) singular();
    this.columns(this.a.Psi, this.YA);
    this.columns(this.b.Psi, this.YB);
    for (let i: i32 = 0; i < 7; i++)
      for (let j: i32 = 0; j < 7; j++) {
        let m11: f64 = unchecked(this.a.M[7 * i + j]);
        let m12: f64 = 0.0;
        let m22: f64 = unchecked(this.b.M[7 * i + j]);
        for (let k: i32 = 0; k < rows; k++) {
          m11 += unchecked(this.a.Psi[7 * k + i] * this.YA[rows * j + k]);
          m12 += unchecked(this.a.Psi[7 * k + i] * this.YB[rows * j + k]);
          m22 += unchecked(this.b.Psi[7 * k + i] * this.YB[rows * j + k]);
        }
        unchecked((this.M11[7 * i + j] = m11));
        unchecked((this.M12[7 * i + j] = m12));
        unchecked((this.M22[7 * i + j] = m22));
      }
  }

  load(alpha: f64): void {
    const rows: i32 = this.joint.rows;
    const z: StaticArray<f64> = this.z;
    this.a.load();
    this.b.load();
    for (let k: i32 = 0; k < rows; k++) z[k] = this.joint.violation[k] + this.a.b[k] + this.b.b[k];
    ldlSolve(this.C, rows, z);
    for (let i: i32 = 0; i < 7; i++) {
      let q1: f64 = unchecked(this.a.Q[i]);
      let q2: f64 = unchecked(this.b.Q[i]);
      for (let k: i32 = 0; k < rows; k++) {
        q1 -= unchecked(this.a.Psi[7 * k + i] * z[k]);
        q2 -= unchecked(this.b.Psi[7 * k + i] * z[k]);
      }
      unchecked((this.Q1[i] = q1));
      unchecked((this.Q2[i] = q2));
    }
  }

  disassemble(alpha: f64): void {
    const rows: i32 = this.joint.rows;
    for (let k: i32 = 0; k < rows; k++) {
      let sum: f64 = unchecked(this.z[k]);
      for (let j: i32 = 0; j < 7; j++)
        sum += unchecked(this.YA[rows * j + k] * this.delta1[j] + this.YB[rows * j + k] * this.delta2[j]);
      unchecked((this.joint.increment[k] = sum));
      unchecked((this.joint.lambda[k] += sum));
    }
    this.a.disassemble(this.delta1);
    this.b.disassemble(this.delta2);
  }

  /** Y ← C Ψ, stored by columns. */
  private columns(Psi: StaticArray<f64>, Y: StaticArray<f64>): void {
    const rows: i32 = this.joint.rows;
    const z: StaticArray<f64> = this.z;
    for (let j: i32 = 0; j < 7; j++) {
      for (let k: i32 = 0; k < rows; k++) unchecked((z[k] = Psi[7 * k + j]));
      ldlSolve(this.C, rows, z);
      for (let k: i32 = 0; k < rows; k++) unchecked((Y[rows * j + k] = z[k]));
    }
  }
}
