import { fail } from 'fmukit/author';
import { luFactor, luSolve } from '../../../numerics/lu';
import { Reduction } from '../loops/reduction';
import { Mechanism } from '../tree-mechanism';
import { Accumulation } from './accumulation';

/**
 * M″ = R_zᵀ M′ R_z of the independent coordinates (Jaiswal et al. 2021a, eqs. 16, 17), f × f,
 * factored.
 */
export class ReducedInertia {
  private mass: Accumulation;
  private M: StaticArray<f64>;
  private order: StaticArray<i32>;
  private column: StaticArray<f64>;
  private full: StaticArray<f64>;
  private trial: StaticArray<f64>;

  constructor(
    readonly mechanism: Mechanism,
    readonly reduction: Reduction,
  ) {
    const f: i32 = mechanism.n - mechanism.m;
    this.mass = new Accumulation(mechanism.tree);
    this.M = new StaticArray<f64>(f * f);
    this.order = new StaticArray<i32>(f);
    this.column = new StaticArray<f64>(mechanism.n);
    this.full = new StaticArray<f64>(mechanism.n);
    this.trial = new StaticArray<f64>(mechanism.n);
  }

  /** M″ at the mechanism's positions and R as they stand. */
  factor(): void {
    const n: i32 = this.mechanism.n;
    const f: i32 = n - this.mechanism.m;
    this.mass.evaluate();
    for (let c: i32 = 0; c < f; c++) {
      this.column.fill(0.0);
      this.column[this.reduction.partition.independent[c]] = 1.0;
      this.reduction.velocities(this.column);
      for (let i: i32 = 0; i < n; i++) {
        let sum: f64 = 0.0;
        for (let k: i32 = 0; k < n; k++) sum += this.mass.M[i * n + k] * this.column[k];
        this.full[i] = sum;
      }
      this.reduction.reduce(this.full, 0, this.M, c * f);
    }
    if (!luFactor(this.M, this.order, f))
      fail('double-step formulation: M″ is singular; every independent coordinate must move a mass');
  }

  /** b ← M″⁻¹ b. */
  solve(b: StaticArray<f64>): void {
    luSolve(this.M, this.order, this.mechanism.n - this.mechanism.m, b);
  }

  /** b ← −R_zᵀ (M′ z̈ − Q′) at z̈ⁱ = 0: Q″, without the actuators. */
  force(b: StaticArray<f64>): void {
    this.trial.fill(0.0);
    this.reduction.accelerations(this.trial);
    this.mechanism.residual(this.trial, this.full);
    this.reduction.reduce(this.full, 0, b, 0);
    for (let i: i32 = 0; i < this.mechanism.n - this.mechanism.m; i++) b[i] = -b[i];
  }
}
