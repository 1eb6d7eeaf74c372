import { fail } from 'fmukit/author';
import { luFactor, luSolve } from '../../../numerics/lu';
import { ReducedInertia } from '../dynamics/reduced-inertia';
import { Reduction } from '../loops/reduction';
import { Mechanism } from '../tree-mechanism';
import { Interface } from './interface-reduction';

/**
 * The interface model by coordinate partitioning. With w = g_r żⁱ, g_r = G R_z:
 *
 *     M_eff = (g_r M″⁻¹ g_rᵀ)⁻¹,    Q_eff = M_eff (g_r M″⁻¹ Q″ + b),    b = s̈ at z̈ⁱ = 0
 */
export class InterfaceDoubleStep extends Interface {
  private inertia: ReducedInertia;
  private force: StaticArray<f64>;
  private rows: StaticArray<f64>;
  private column: StaticArray<f64>;
  private trial: StaticArray<f64>;
  private flexibility: StaticArray<f64>;
  private pivot: StaticArray<i32>;
  private work: StaticArray<f64>;

  constructor(
    readonly mechanism: Mechanism,
    readonly reduction: Reduction,
  ) {
    super(mechanism.drive.actuators);
    const p: i32 = mechanism.drive.actuators;
    const f: i32 = mechanism.n - mechanism.m;
    this.inertia = new ReducedInertia(mechanism, reduction);
    this.force = new StaticArray<f64>(f);
    this.rows = new StaticArray<f64>(p * f);
    this.column = new StaticArray<f64>(f);
    this.trial = new StaticArray<f64>(mechanism.n);
    this.flexibility = new StaticArray<f64>(p * p);
    this.pivot = new StaticArray<i32>(p);
    this.work = new StaticArray<f64>(p);
  }

  evaluate(): void {
    const p: i32 = this.p;
    const n: i32 = this.mechanism.n;
    const f: i32 = n - this.mechanism.m;
    this.inertia.factor();
    this.inertia.force(this.force);
    this.inertia.solve(this.force);
    this.trial.fill(0.0);
    this.reduction.accelerations(this.trial);
    for (let r: i32 = 0; r < p; r++) {
      this.reduction.reduce(this.mechanism.G, r * n, this.rows, r * f);
      let free: f64 = this.mechanism.line(r).bias(this.mechanism.tree.motion) + this.dot(r, this.force);
      for (let k: i32 = 0; k < n; k++) free += this.mechanism.G[r * n + k] * this.trial[k];
      this.Qeff[r] = free;
    }
    for (let c: i32 = 0; c < p; c++) {
      for (let i: i32 = 0; i < f; i++) this.column[i] = this.rows[c * f + i];
      this.inertia.solve(this.column);
      for (let r: i32 = 0; r < p; r++) this.flexibility[r * p + c] = this.dot(r, this.column);
    }
    if (!luFactor(this.flexibility, this.pivot, p))
      fail('interface model: the actuators are dependent, or one moves nothing');
    luSolve(this.flexibility, this.pivot, p, this.Qeff);
    for (let c: i32 = 0; c < p; c++) {
      for (let r: i32 = 0; r < p; r++) this.work[r] = r == c ? 1.0 : 0.0;
      luSolve(this.flexibility, this.pivot, p, this.work);
      for (let r: i32 = 0; r < p; r++) this.Meff[r * p + c] = this.work[r];
    }
  }

  private dot(r: i32, x: StaticArray<f64>): f64 {
    const f: i32 = this.mechanism.n - this.mechanism.m;
    let sum: f64 = 0.0;
    for (let i: i32 = 0; i < f; i++) sum += this.rows[r * f + i] * x[i];
    return sum;
  }
}
