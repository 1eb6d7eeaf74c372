import { ldlFactor, ldlSolve } from '../../../numerics/ldl';
import { Joint } from '../divided-joint';
import { singular } from '../singular';
import { Subassembly } from '../subassembly-variables';
import { Ends } from './ends';

/**
 * A loop, or a branch, is reduced onto the body that it shares with the rest (eqs. 78–86): the
 * handles of the chain are eliminated, and a single body remains that moves as if it carried the
 * chain.
 *
 *     δλ = C (Ψ δ + c + Φ K⁻¹ Q),    C = (I/α + Φ K⁻¹ Φᵀ)⁻¹,    K, Q of the chain
 *     M̄ = M + Ψᵀ C Ψ,    Q̄ = Q_body − Ψᵀ C (c + Φ K⁻¹ Q),    δ_chain = K⁻¹ (Q − Φᵀ δλ)
 */
export class Close extends Subassembly {
  private ends: Ends;
  private K: StaticArray<f64>;
  private G: StaticArray<f64>;
  private C: StaticArray<f64>;
  private Y: StaticArray<f64>;
  private z: StaticArray<f64>;
  private w: StaticArray<f64>;
  private column: StaticArray<f64> = new StaticArray<f64>(14);

  /**
   * @param body that is shared @param chain the rest of the loop @param first joint at handle 1
   * @param second at handle 2. Null: a branch
   */
  constructor(
    readonly body: Subassembly,
    readonly chain: Subassembly,
    first: Joint | null,
    second: Joint | null,
  ) {
    super(true, body.first, body.first);
    this.depth = 1 + (body.depth > chain.depth ? body.depth : chain.depth);
    const ends: Ends = new Ends(chain, first, second, body.first);
    this.ends = ends;
    this.K = new StaticArray<f64>(ends.n * ends.n);
    this.G = new StaticArray<f64>(ends.rows * ends.n);
    this.C = new StaticArray<f64>(ends.rows * ends.rows);
    this.Y = new StaticArray<f64>(ends.rows * 7);
    this.z = new StaticArray<f64>(ends.rows);
    this.w = new StaticArray<f64>(ends.n);
  }

  assemble(alpha: f64): void {
    const n: i32 = this.ends.n;
    const rows: i32 = this.ends.rows;
    const Phi: StaticArray<f64> = this.ends.Phi;
    const Psi: StaticArray<f64> = this.ends.Psi;
    const column: StaticArray<f64> = this.column;
    this.ends.gather();
    this.ends.matrix(this.K);
    if (!ldlFactor(this.K, n)) singular();
    for (let r: i32 = 0; r < rows; r++) {
      for (let k: i32 = 0; k < n; k++) column[k] = Phi[n * r + k];
      ldlSolve(this.K, n, column);
      for (let k: i32 = 0; k < n; k++) this.G[n * r + k] = column[k];
    }
    for (let r: i32 = 0; r < rows; r++)
      for (let s: i32 = 0; s < rows; s++) {
        let sum: f64 = r == s ? 1.0 / alpha : 0.0;
        for (let k: i32 = 0; k < n; k++) sum += Phi[n * r + k] * this.G[n * s + k];
        this.C[rows * r + s] = sum;
      }
    if (!ldlFactor(this.C, rows)) singular();
    for (let j: i32 = 0; j < 7; j++) {
      for (let r: i32 = 0; r < rows; r++) this.z[r] = Psi[7 * r + j];
      ldlSolve(this.C, rows, this.z);
      for (let r: i32 = 0; r < rows; r++) this.Y[rows * j + r] = this.z[r];
    }
    for (let i: i32 = 0; i < 7; i++)
      for (let j: i32 = 0; j < 7; j++) {
        let sum: f64 = this.body.M11[7 * i + j];
        for (let r: i32 = 0; r < rows; r++) sum += Psi[7 * r + i] * this.Y[rows * j + r];
        this.M11[7 * i + j] = sum;
      }
  }

  load(alpha: f64): void {
    const n: i32 = this.ends.n;
    const rows: i32 = this.ends.rows;
    this.ends.vector(this.w);
    ldlSolve(this.K, n, this.w);
    this.ends.violations(this.z);
    for (let r: i32 = 0; r < rows; r++) {
      let sum: f64 = this.z[r];
      for (let k: i32 = 0; k < n; k++) sum += this.ends.Phi[n * r + k] * this.w[k];
      this.z[r] = sum;
    }
    ldlSolve(this.C, rows, this.z);
    for (let i: i32 = 0; i < 7; i++) {
      let sum: f64 = this.body.Q1[i];
      for (let r: i32 = 0; r < rows; r++) sum -= this.ends.Psi[7 * r + i] * this.z[r];
      this.Q1[i] = sum;
    }
  }

  disassemble(alpha: f64): void {
    const n: i32 = this.ends.n;
    const rows: i32 = this.ends.rows;
    for (let i: i32 = 0; i < 7; i++) this.body.delta1[i] = this.delta1[i];
    for (let r: i32 = 0; r < rows; r++)
      for (let j: i32 = 0; j < 7; j++) this.z[r] += this.Y[rows * j + r] * this.delta1[j];
    this.ends.add(this.z);
    for (let k: i32 = 0; k < n; k++)
      for (let r: i32 = 0; r < rows; r++) this.w[k] -= this.G[n * r + k] * this.z[r];
    this.ends.scatter(this.w);
  }
}
