import { luFactor, luSolve } from '../../../numerics/lu';
import { Mechanism } from '../tree-mechanism';
import { Partition } from './coordinate-partition';

/** |Φ| at which the loops are closed: quadratic convergence takes it on to rounding [m or rad]. */
const closed: f64 = 1e-13;

/**
 * Dependent velocities and accelerations from independent ones (Jaiswal et al. 2021a, eqs. 13–15):
 *
 *     żᵈ = R żⁱ,    z̈ᵈ = R z̈ⁱ − (Φ_zᵈ)⁻¹ Φ̇_z ż,    R = −(Φ_zᵈ)⁻¹ Φ_zⁱ
 */
export class Reduction {
  /** R, f × m: one row for each independent coordinate. */
  readonly R: StaticArray<f64>;
  readonly partition: Partition;
  /** Smallest pivot of Φ_zᵈ at the last factorization. */
  pivot: f64 = 0.0;
  private D: StaticArray<f64>;
  private order: StaticArray<i32>;
  private x: StaticArray<f64>;

  constructor(readonly mechanism: Mechanism) {
    const n: i32 = mechanism.n;
    const m: i32 = mechanism.m;
    this.R = new StaticArray<f64>((n - m) * m);
    this.partition = new Partition(n, m);
    this.D = new StaticArray<f64>(m * m);
    this.order = new StaticArray<i32>(m);
    this.x = new StaticArray<f64>(m);
  }

  /** Factors Φ_zᵈ at the mechanism's positions. False when it is singular. */
  factor(): bool {
    const n: i32 = this.mechanism.n;
    const m: i32 = this.mechanism.m;
    const J: StaticArray<f64> = this.mechanism.J;
    const dependent: StaticArray<i32> = this.partition.dependent;
    for (let r: i32 = 0; r < m; r++) {
      for (let c: i32 = 0; c < m; c++) unchecked((this.D[r * m + c] = J[r * n + dependent[c]]));
    }
    if (!luFactor(this.D, this.order, m)) return false;
    this.pivot = Infinity;
    for (let r: i32 = 0; r < m; r++)
      this.pivot = Math.min(this.pivot, Math.abs(unchecked(this.D[r * m + r])));
    return true;
  }

  /** R, after `factor`. */
  transform(): void {
    const n: i32 = this.mechanism.n;
    const m: i32 = this.mechanism.m;
    const J: StaticArray<f64> = this.mechanism.J;
    for (let i: i32 = 0; i < n - m; i++) {
      const column: i32 = unchecked(this.partition.independent[i]);
      for (let r: i32 = 0; r < m; r++) unchecked((this.x[r] = -J[r * n + column]));
      luSolve(this.D, this.order, m, this.x);
      for (let r: i32 = 0; r < m; r++) unchecked((this.R[i * m + r] = this.x[r]));
    }
  }

  /**
   * Φ(zⁱ, zᵈ) = 0 for zᵈ by at most `steps` steps of Newton's method. Leaves the mechanism there,
   * with R. False when it does not converge or Φ_zᵈ is singular.
   */
  close(q: StaticArray<f64>, steps: i32): bool {
    for (let j: i32 = 0; j <= steps; j++) {
      this.mechanism.positions(q, 1);
      if (!this.factor()) return false;
      if (!(this.mechanism.positionError() > closed)) {
        this.transform();
        return true;
      }
      this.correct(q, this.mechanism.Phi);
    }
    return false;
  }

  /** Dependent velocities from the independent ones. */
  velocities(v: StaticArray<f64>): void {
    const m: i32 = this.mechanism.m;
    for (let r: i32 = 0; r < m; r++) {
      let sum: f64 = 0.0;
      for (let i: i32 = 0; i < this.mechanism.n - m; i++)
        sum += unchecked(this.R[i * m + r]) * unchecked(v[this.partition.independent[i]]);
      unchecked((v[this.partition.dependent[r]] = sum));
    }
  }

  /** Dependent accelerations from the independent ones and gamma. */
  accelerations(a: StaticArray<f64>): void {
    this.velocities(a);
    this.correct(a, this.mechanism.gamma);
  }

  /** Independent part of a row vector: xⁱ + Rᵀ xᵈ of x[at …] into y[to …]. */
  reduce(x: StaticArray<f64>, at: i32, y: StaticArray<f64>, to: i32): void {
    const m: i32 = this.mechanism.m;
    for (let i: i32 = 0; i < this.mechanism.n - m; i++) {
      let sum: f64 = unchecked(x[at + this.partition.independent[i]]);
      for (let r: i32 = 0; r < m; r++)
        sum += unchecked(this.R[i * m + r]) * unchecked(x[at + this.partition.dependent[r]]);
      unchecked((y[to + i] = sum));
    }
  }

  /** xᵈ −= (Φ_zᵈ)⁻¹ b. */
  private correct(x: StaticArray<f64>, b: StaticArray<f64>): void {
    const m: i32 = this.mechanism.m;
    for (let r: i32 = 0; r < m; r++) unchecked((this.x[r] = b[r]));
    luSolve(this.D, this.order, m, this.x);
    for (let r: i32 = 0; r < m; r++) unchecked((x[this.partition.dependent[r]] -= this.x[r]));
  }
}
