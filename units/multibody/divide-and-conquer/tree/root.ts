import { ldlFactor, ldlSolve } from '../../../numerics/ldl';
import { Joint } from '../divided-joint';
import { singular } from '../singular';
import { Subassembly } from '../subassembly-variables';
import { Ends } from './ends';

/**
 * The whole system between joints on the ground, at handle 1, at handle 2, at both or free (the
 * boundary cases of eqs. 35, 37 and 40):
 *
 *     (K + Φᵀ α Φ) δ = Q − Φᵀ α c,    δλ = α (Φ δ + c)
 */
export class Root {
  depth: i32;
  private ends: Ends;
  /** K + Φᵀ α Φ as it was before it was factored, n × n. */
  readonly matrix: StaticArray<f64>;
  n: i32;
  private factor: StaticArray<f64>;
  private delta: StaticArray<f64>;
  private c: StaticArray<f64>;

  constructor(part: Subassembly, first: Joint | null, second: Joint | null) {
    const ends: Ends = new Ends(part, first, second, 0);
    this.ends = ends;
    this.n = ends.n;
    this.depth = 1 + part.depth;
    this.matrix = new StaticArray<f64>(196);
    this.factor = new StaticArray<f64>(196);
    this.delta = new StaticArray<f64>(14);
    this.c = new StaticArray<f64>(ends.rows);
  }

  /** Holds this subassembly instead, between the same joints. */
  use(part: Subassembly): void {
    this.ends.part = part;
    this.ends.n = part.single ? 7 : 14;
    this.n = this.ends.n;
    this.depth = 1 + part.depth;
  }

  assemble(alpha: f64): void {
    const n: i32 = this.n;
    const Phi: StaticArray<f64> = this.ends.Phi;
    this.ends.gather();
    this.ends.matrix(this.matrix);
    for (let r: i32 = 0; r < this.ends.rows; r++)
      for (let i: i32 = 0; i < n; i++)
        for (let j: i32 = 0; j < n; j++) this.matrix[n * i + j] += alpha * Phi[n * r + i] * Phi[n * r + j];
    for (let k: i32 = 0; k < n * n; k++) this.factor[k] = this.matrix[k];
    if (!ldlFactor(this.factor, n)) singular();
  }

  /** δ of the handles. */
  solve(alpha: f64): void {
    const n: i32 = this.n;
    const rows: i32 = this.ends.rows;
    const Phi: StaticArray<f64> = this.ends.Phi;
    const c: StaticArray<f64> = this.c;
    const delta: StaticArray<f64> = this.delta;
    this.ends.violations(c);
    this.ends.vector(delta);
    for (let k: i32 = 0; k < n; k++)
      for (let r: i32 = 0; r < rows; r++) delta[k] -= alpha * Phi[n * r + k] * c[r];
    ldlSolve(this.factor, n, delta);
    for (let r: i32 = 0; r < rows; r++) {
      let sum: f64 = c[r];
      for (let k: i32 = 0; k < n; k++) sum += Phi[n * r + k] * delta[k];
      c[r] = alpha * sum;
    }
    this.ends.add(c);
    this.ends.scatter(delta);
  }
}
