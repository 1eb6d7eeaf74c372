import { fail } from 'fmukit/author';
import { CutJoint } from './cuts/cut-joint';
import { Dynamics } from './dynamics/semirecursive-dynamics';
import { Drive } from './joints/driven-joint';
import { LineActuator } from './line-actuator';
import { Tree } from './tree';

/**
 * A mechanism: a tree, the cut joints that close its loops, its actuators and their drive (Jaiswal
 * et al. 2021a, eqs. 12, 18, 31):
 *
 *     M′ z̈ + Φ_zᵀ λ = Q′ + Σ F g,    Φ(z) = 0,    ẏ = f(t, s, ṡ, y)
 *
 * A file with a mechanism creates the tree, adds bodies, cut joints and actuators in its
 * constructor, and sets lengths and masses before a run. Order of calls: `positions`, `velocities`,
 * then the others.
 */
export class Mechanism {
  readonly dynamics: Dynamics;
  /** Coordinates, constraints, actuators. */
  readonly n: i32;
  /** Φ, and Φ_z (m × n). */
  readonly Phi: StaticArray<f64>;
  readonly J: StaticArray<f64>;
  /** Φ̇_z ż, where Φ̈ = Φ_z z̈ + Φ̇_z ż. */
  readonly gamma: StaticArray<f64>;
  /** Lengths s [m], rates ṡ [m/s], and the rows g = ∂s/∂z (p × n). */
  readonly s: StaticArray<f64>;
  readonly sDot: StaticArray<f64>;
  readonly G: StaticArray<f64>;
  private cuts: StaticArray<CutJoint | null>;
  private lines: StaticArray<LineActuator | null>;
  private cutCount: i32 = 0;
  private rowCount: i32 = 0;
  private lineCount: i32 = 0;

  /**
   * Creates an empty mechanism.
   *
   * @param m rows of all cut joints together
   * @param p number of actuators of the drive
   */
  constructor(
    readonly tree: Tree,
    readonly m: i32,
    readonly drive: Drive,
  ) {
    const n: i32 = tree.size;
    const p: i32 = drive.actuators;
    this.n = n;
    this.dynamics = new Dynamics(tree);
    this.Phi = new StaticArray<f64>(m);
    this.J = new StaticArray<f64>(m * n);
    this.gamma = new StaticArray<f64>(m);
    this.s = new StaticArray<f64>(p);
    this.sDot = new StaticArray<f64>(p);
    this.G = new StaticArray<f64>(p * n);
    this.cuts = new StaticArray<CutJoint | null>(m);
    this.lines = new StaticArray<LineActuator | null>(p);
  }

  /** Declares a cut joint. */
  close(cut: CutJoint): void {
    if (this.rowCount + cut.rows > this.m)
      fail('mechanism: its cut joints have more rows than it was made for');
    this.cuts[this.cutCount] = cut;
    this.cutCount++;
    this.rowCount += cut.rows;
  }

  /** Declares the actuator of the drive's next force. */
  actuate(line: LineActuator): void {
    if (this.lineCount == this.drive.actuators)
      fail('mechanism: it has more actuators than its drive has forces');
    this.lines[this.lineCount] = line;
    this.lineCount++;
  }

  line(i: i32): LineActuator {
    return this.lines[i]!;
  }

  /** Frames, Φ, Φ_z, s and g at z, of the bodies from `from` on. */
  positions(q: StaticArray<f64>, from: i32): void {
    this.tree.positions(q, from);
    let row: i32 = 0;
    for (let i: i32 = 0; i < this.cutCount; i++) {
      const cut: CutJoint = this.cuts[i]!;
      cut.positions(this.tree.motion);
      for (let r: i32 = 0; r < cut.rows; r++) unchecked((this.Phi[row + r] = cut.Phi[r]));
      cut.relation.gradient(this.tree, this.J, row);
      row += cut.rows;
    }
    for (let i: i32 = 0; i < this.lineCount; i++) {
      const line: LineActuator = this.line(i);
      line.positions(this.tree.motion);
      line.relation.gradient(this.tree, this.G, i);
      unchecked((this.s[i] = line.s));
    }
  }

  /** Velocities of the bodies from `from` on, and ṡ. */
  velocities(q: StaticArray<f64>, v: StaticArray<f64>, from: i32): void {
    this.tree.velocities(q, v, from);
    for (let i: i32 = 0; i < this.lineCount; i++) {
      const line: LineActuator = this.line(i);
      line.velocities(this.tree.motion);
      unchecked((this.sDot[i] = line.sDot));
    }
  }

  /** gamma ← Φ̇_z ż. */
  curvature(): void {
    let row: i32 = 0;
    for (let i: i32 = 0; i < this.cutCount; i++) {
      const cut: CutJoint = this.cuts[i]!;
      cut.velocities(this.tree.motion);
      for (let r: i32 = 0; r < cut.rows; r++)
        unchecked((this.gamma[row + r] = cut.relation.bias(this.tree.motion, r)));
      row += cut.rows;
    }
  }

  /** f ← M′ z̈ − Q′, without the actuators. */
  residual(a: StaticArray<f64>, f: StaticArray<f64>): void {
    this.dynamics.residual(a, f);
  }

  /** f −= scale Σ F g, with the drive's forces as they stand. */
  subtractForces(f: StaticArray<f64>, scale: f64): void {
    for (let i: i32 = 0; i < this.lineCount; i++) {
      const force: f64 = scale * unchecked(this.drive.F[i]);
      for (let k: i32 = 0; k < this.n; k++) unchecked((f[k] -= force * this.G[i * this.n + k]));
    }
  }

  /** Largest |Φ|. */
  positionError(): f64 {
    let largest: f64 = 0.0;
    for (let r: i32 = 0; r < this.m; r++) largest = Math.max(largest, Math.abs(unchecked(this.Phi[r])));
    return largest;
  }

  /** Largest |Φ_z ż|. */
  velocityError(v: StaticArray<f64>): f64 {
    let largest: f64 = 0.0;
    for (let r: i32 = 0; r < this.m; r++) {
      let sum: f64 = 0.0;
      for (let k: i32 = 0; k < this.n; k++) sum += unchecked(this.J[r * this.n + k]) * unchecked(v[k]);
      largest = Math.max(largest, Math.abs(sum));
    }
    return largest;
  }
}
