import { fail } from 'fmukit/author';
import { luFactor, luSolve } from '../../../numerics/lu';
import { grownPenalty } from '../../penalty-growth';
import { Mechanism } from '../tree-mechanism';
import { Exact } from './exact';
import { LoopSolver, Pass } from './loop-solver';
import { Extrapolation } from './state-extrapolation';

/**
 * Penalty-based semirecursive formulation: index-3 augmented Lagrangian with projections (Jaiswal
 * et al. 2021a, Sect. 2.3; Cuadrado, Dopico, González & Naya 2004):
 *
 *     M′ z̈ + Φ_zᵀ (α Φ + λ) = Q′,    λ ← λ + α Φ after each iteration                 eqs. 18, 19
 *     [W + h²/4 Φ_zᵀ α Φ_z] ż = W ż′,    [ … ] z̈ = W z̈′ − h²/4 Φ_zᵀ α Φ̇_z ż           eqs. 20, 21
 *
 * The bracket, with W = M′ + h/2 C + h²/4 K, is the tangent of Newton's iteration for the
 * coordinates. It is reused in the form ż = ż′ − [ … ]⁻¹ h²/4 Φ_zᵀ α (Φ_z ż′), which does not need
 * W. Redundant constraints are allowed.
 */
export class Penalty extends LoopSolver {
  /** Penalty α. */
  alpha: f64 = 1e11;
  /** Multipliers λ, m. */
  readonly lambda: StaticArray<f64>;
  private exact: Exact;
  private forces: Extrapolation;
  /** λ at the begin of the step. */
  private held: StaticArray<f64>;
  private W: StaticArray<f64>;
  private pivots: StaticArray<i32>;
  private y: StaticArray<f64>;
  /** First body that the last move concerns. */
  private from: i32 = 1;

  constructor(mechanism: Mechanism) {
    super(mechanism, mechanism.n);
    const n: i32 = mechanism.n;
    this.lambda = new StaticArray<f64>(mechanism.m);
    this.exact = new Exact(mechanism);
    this.forces = new Extrapolation(mechanism.m);
    this.held = new StaticArray<f64>(mechanism.m);
    this.W = new StaticArray<f64>(n * n);
    this.pivots = new StaticArray<i32>(n);
    this.y = new StaticArray<f64>(n);
    for (let i: i32 = 0; i < n; i++) this.index[i] = i;
  }

  start(t: f64): void {
    const mechanism: Mechanism = this.mechanism;
    mechanism.positions(this.q, 1);
    mechanism.velocities(this.q, this.v, 1);
    mechanism.drive.evaluate(t, mechanism.s, mechanism.sDot);
    this.exact.solve(this.a);
    for (let r: i32 = 0; r < mechanism.m; r++) this.lambda[r] = this.exact.lambda[r];
    for (let i: i32 = 0; i < mechanism.drive.states; i++) this.rate[i] = mechanism.drive.yDot[i];
    this.iterations = 0;
    this.restart();
  }

  /**
   * Columns are moved from the last coordinate to the first, so that a body below is evaluated
   * again with its own.
   */
  protected move(i: i32, d: f64, h: f64): void {
    unchecked((this.q[i] += d));
    unchecked((this.v[i] += (2.0 / h) * d));
    unchecked((this.a[i] += (4.0 / (h * h)) * d));
    this.from = this.mechanism.tree.moved(i);
  }

  /**
   * Predicts the multipliers like the accelerations (Jaiswal et al. 2021a starts with those of the
   * last step).
   */
  protected override begin(): void {
    for (let r: i32 = 0; r < this.mechanism.m; r++) unchecked((this.held[r] = this.lambda[r]));
    this.forces.next();
    for (let r: i32 = 0; r < this.mechanism.m; r++)
      unchecked((this.lambda[r] += this.forces.change(r, this.lambda[r])));
  }

  /**
   * Raises α if it is below the mass term 4 M/h². M is the part of the tangent W + h²/4 Φ_zᵀ α Φ_z
   * without its penalty.
   */
  protected override mended(h: f64): bool {
    const n: i32 = this.mechanism.n;
    const scale: f64 = 0.25 * h * h * this.alpha;
    let mass: f64 = 0.0;
    for (let i: i32 = 0; i < n; i++) {
      let own: f64 = unchecked(this.W[i * n + i]);
      for (let r: i32 = 0; r < this.mechanism.m; r++) {
        const J: f64 = unchecked(this.mechanism.J[r * n + i]);
        own -= scale * J * J;
      }
      mass = Math.max(mass, own);
    }
    const grown: f64 = grownPenalty(this.alpha, mass, h);
    if (grown == this.alpha) return false;
    this.alpha = grown;
    for (let r: i32 = 0; r < this.mechanism.m; r++) unchecked((this.lambda[r] = this.held[r]));
    return true;
  }

  override setPrediction(order: i32): void {
    super.setPrediction(order);
    this.forces.order = order;
  }

  override restart(): void {
    super.restart();
    this.forces.restart();
  }

  protected equilibrium(pass: Pass): void {
    const mechanism: Mechanism = this.mechanism;
    const n: i32 = mechanism.n;
    const from: i32 = pass == Pass.moved ? this.from : 1;
    mechanism.positions(this.q, from);
    mechanism.velocities(this.q, this.v, from);
    mechanism.residual(this.a, this.e);
    for (let r: i32 = 0; r < mechanism.m; r++) {
      const penalty: f64 = this.alpha * unchecked(mechanism.Phi[r]);
      if (pass == Pass.iterate) unchecked((this.lambda[r] += penalty));
      const mu: f64 = penalty + unchecked(this.lambda[r]);
      for (let i: i32 = 0; i < n; i++) unchecked((this.e[i] += mechanism.J[r * n + i] * mu));
    }
    for (let i: i32 = 0; i < n * mechanism.drive.actuators; i++) unchecked((this.g[i] = mechanism.G[i]));
  }

  protected override keep(size: i32): void {
    const n: i32 = this.mechanism.n;
    for (let i: i32 = 0; i < n; i++) {
      for (let j: i32 = 0; j < n; j++) unchecked((this.W[i * n + j] = this.T[i * size + j]));
    }
  }

  protected finish(h: f64): void {
    const mechanism: Mechanism = this.mechanism;
    const n: i32 = mechanism.n;
    mechanism.positions(this.q, 1);
    for (let r: i32 = 0; r < mechanism.m; r++) unchecked((this.lambda[r] += this.alpha * mechanism.Phi[r]));
    if (!luFactor(this.W, this.pivots, n))
      fail('penalty-based formulation: the projection is singular; shorten the step');
    mechanism.gamma.fill(0.0);
    this.project(this.v, h);
    mechanism.velocities(this.q, this.v, 1);
    mechanism.curvature();
    this.project(this.a, h);
  }

  /** x ← x − [W + h²/4 Φ_zᵀ α Φ_z]⁻¹ h²/4 Φ_zᵀ α (Φ_z x + gamma). */
  private project(x: StaticArray<f64>, h: f64): void {
    const n: i32 = this.mechanism.n;
    const J: StaticArray<f64> = this.mechanism.J;
    const scale: f64 = 0.25 * h * h * this.alpha;
    this.y.fill(0.0);
    for (let r: i32 = 0; r < this.mechanism.m; r++) {
      let sum: f64 = unchecked(this.mechanism.gamma[r]);
      for (let i: i32 = 0; i < n; i++) sum += unchecked(J[r * n + i]) * unchecked(x[i]);
      for (let i: i32 = 0; i < n; i++) unchecked((this.y[i] += scale * sum * J[r * n + i]));
    }
    luSolve(this.W, this.pivots, n, this.y);
    for (let i: i32 = 0; i < n; i++) unchecked((x[i] -= this.y[i]));
  }
}
