import { fail } from 'fmukit/author';
import { ReducedInertia } from '../dynamics/reduced-inertia';
import { Mechanism } from '../tree-mechanism';
import { LoopSolver, Pass } from './loop-solver';
import { Reduction } from './reduction';

/** Newton steps of the closure before the step counts as too long. */
const maxClosures: i32 = 12;
/** Smallest pivot of the partition, divided by the largest, that counts as regular. */
const regular: f64 = 1e-7;
/** The coordinates are partitioned again when a pivot falls to this share of what it was. */
const worse: f64 = 0.25;

/**
 * Double-step semirecursive formulation: coordinate partitioning (Jaiswal et al. 2021a, Sect. 2.2;
 * Rodríguez, Jiménez, Funes & García de Jalón 2004). The unknowns are the independent coordinates
 * zⁱ. Newton's method solves Φ(z) = 0 for zᵈ:
 *
 *     R_zᵀ (M′ z̈ − Q′) = 0,    ż = R_z żⁱ,    z̈ = R_z z̈ⁱ + Ṙ_z żⁱ                    eqs. 14–17
 *
 * M″ z̈ⁱ − Q″ is this residual of the recursive equations of motion. Neither M′ nor M″ is assembled
 * in a step. Redundant constraints and singular configurations are an error.
 */
export class DoubleStep extends LoopSolver {
  readonly reduction: Reduction;
  private full: StaticArray<f64>;
  private inertia: ReducedInertia;
  /** Pivot of Φ_zᵈ when the coordinates were partitioned. */
  private best: f64 = 0.0;

  constructor(mechanism: Mechanism) {
    super(mechanism, mechanism.n - mechanism.m);
    const reduction: Reduction = new Reduction(mechanism);
    this.reduction = reduction;
    this.full = new StaticArray<f64>(mechanism.n);
    this.inertia = new ReducedInertia(mechanism, reduction);
  }

  start(t: f64): void {
    const mechanism: Mechanism = this.mechanism;
    this.partitions = 0;
    this.iterations = 0;
    this.restart();
    mechanism.positions(this.q, 1);
    this.partition();
    this.closure();
    this.reduction.velocities(this.v);
    mechanism.velocities(this.q, this.v, 1);
    mechanism.curvature();
    mechanism.drive.evaluate(t, mechanism.s, mechanism.sDot);
    this.accelerate();
    for (let i: i32 = 0; i < mechanism.drive.states; i++) this.rate[i] = mechanism.drive.yDot[i];
  }

  /** M″ z̈ⁱ = Q″. */
  private accelerate(): void {
    this.inertia.factor();
    this.inertia.force(this.e);
    for (let r: i32 = 0; r < this.mechanism.drive.actuators; r++) {
      this.reduction.reduce(this.mechanism.G, r * this.mechanism.n, this.g, r * this.u);
      for (let i: i32 = 0; i < this.u; i++) this.e[i] += this.mechanism.drive.F[r] * this.g[r * this.u + i];
    }
    this.inertia.solve(this.e);
    for (let i: i32 = 0; i < this.u; i++) this.a[this.index[i]] = this.e[i];
    this.reduction.accelerations(this.a);
  }

  /** Partitions the coordinates at the mechanism's positions. */
  private partition(): void {
    this.reduction.partition.choose(this.mechanism.J);
    if (!(this.reduction.partition.quality > regular)) {
      fail(
        'double-step formulation: the constraints are redundant, or the configuration is singular: the Jacobian has not full rank; remove redundant constraints, or choose the penalty-based formulation',
      );
    }
    for (let i: i32 = 0; i < this.u; i++) this.index[i] = this.reduction.partition.independent[i];
    this.reduction.factor();
    this.reduction.transform();
    this.best = this.reduction.pivot;
    this.partitions++;
  }

  /**
   * Between steps the mechanism stands at q. The partition may change freely, since all of z, ż, z̈
   * are consistent.
   */
  protected override begin(): void {
    if (this.reduction.pivot < worse * this.best) this.partition();
  }

  protected override renew(): void {
    super.renew();
    this.partition();
  }

  protected move(i: i32, d: f64, h: f64): void {
    const k: i32 = unchecked(this.index[i]);
    const m: i32 = this.mechanism.m;
    unchecked((this.q[k] += d));
    unchecked((this.v[k] += (2.0 / h) * d));
    unchecked((this.a[k] += (4.0 / (h * h)) * d));
    for (let r: i32 = 0; r < m; r++)
      unchecked((this.q[this.reduction.partition.dependent[r]] += this.reduction.R[i * m + r] * d));
  }

  /**
   * A difference moves zᵈ along the tangent, which leaves |Φ| of the order ε² ≈ 1e-16: no closure
   * is needed.
   */
  protected equilibrium(pass: Pass): void {
    const mechanism: Mechanism = this.mechanism;
    if (pass == Pass.moved) {
      mechanism.positions(this.q, 1);
      this.reduction.factor();
      this.reduction.transform();
    } else this.closure();
    this.consistent();
    mechanism.residual(this.a, this.full);
    this.reduction.reduce(this.full, 0, this.e, 0);
    for (let r: i32 = 0; r < mechanism.drive.actuators; r++)
      this.reduction.reduce(mechanism.G, r * mechanism.n, this.g, r * this.u);
  }

  /** Velocities and accelerations of the dependent coordinates. */
  private consistent(): void {
    this.reduction.velocities(this.v);
    this.mechanism.velocities(this.q, this.v, 1);
    this.mechanism.curvature();
    this.reduction.accelerations(this.a);
  }

  protected finish(h: f64): void {
    this.closure();
    this.consistent();
  }

  private closure(): void {
    if (this.reduction.close(this.q, maxClosures)) return;
    fail(
      'double-step formulation: no position closes the loops; a singular configuration is near, where the penalty-based formulation may pass, or the step is too long',
    );
  }
}
