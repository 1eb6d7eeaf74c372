import { dot6 } from '../dynamics/wrench';
import { Motion } from '../joints/joint-motion';
import { Joint } from '../joints/tree-joint';
import { Tree } from '../tree';

/**
 * Rows ψ̇ = φ · (Z_a − Z_b) of quantities between two bodies: the constraints of a cut joint, or
 * the length of an actuator. The rows for the joint coordinates follow from φ and φ̇:
 *
 *     ψ_z = φ · b on the path to a, −φ · b on the path to b
 *     ψ̇_z ż = φ̇ · (Z_a − Z_b) + φ · (Ż_a − Ż_b) at z̈ = 0
 */
export class Relation {
  /** φ and φ̇, 6 a row. */
  readonly phi: StaticArray<f64>;
  readonly phiDot: StaticArray<f64>;

  constructor(
    public a: i32,
    readonly b: i32,
    readonly rows: i32,
  ) {
    this.phi = new StaticArray<f64>(6 * rows);
    this.phiDot = new StaticArray<f64>(6 * rows);
  }

  /** Row r ← direction (e0, e1, e2) through the point (x, y, z). */
  setLine(r: i32, x: f64, y: f64, z: f64, e0: f64, e1: f64, e2: f64): void {
    const phi: StaticArray<f64> = this.phi;
    const at: i32 = 6 * r;
    unchecked((phi[at] = e0));
    unchecked((phi[at + 1] = e1));
    unchecked((phi[at + 2] = e2));
    unchecked((phi[at + 3] = y * e2 - z * e1));
    unchecked((phi[at + 4] = z * e0 - x * e2));
    unchecked((phi[at + 5] = x * e1 - y * e0));
  }

  /** φ̇ of such a row whose point moves with (u, v, w) and whose direction with (f0, f1, f2). */
  setLineRate(r: i32, x: f64, y: f64, z: f64, u: f64, v: f64, w: f64, f0: f64, f1: f64, f2: f64): void {
    const phi: StaticArray<f64> = this.phi;
    const rate: StaticArray<f64> = this.phiDot;
    const at: i32 = 6 * r;
    const e0: f64 = unchecked(phi[at]);
    const e1: f64 = unchecked(phi[at + 1]);
    const e2: f64 = unchecked(phi[at + 2]);
    unchecked((rate[at] = f0));
    unchecked((rate[at + 1] = f1));
    unchecked((rate[at + 2] = f2));
    unchecked((rate[at + 3] = v * e2 - w * e1 + y * f2 - z * f1));
    unchecked((rate[at + 4] = w * e0 - u * e2 + z * f0 - x * f2));
    unchecked((rate[at + 5] = u * e1 - v * e0 + x * f1 - y * f0));
  }

  /** Writes the rows of ψ_z into J from row `first` on, with `size` columns. */
  gradient(tree: Tree, J: StaticArray<f64>, first: i32): void {
    const size: i32 = tree.size;
    for (let i: i32 = first * size; i < (first + this.rows) * size; i++) unchecked((J[i] = 0.0));
    // From the leaves down to the first body that both paths share: beyond it the two parts cancel.
    let a: i32 = this.a;
    let b: i32 = this.b;
    while (a != b) {
      if (a > b) {
        this.columns(tree, a, 1.0, J, first);
        a = tree.parent(a);
      } else {
        this.columns(tree, b, -1.0, J, first);
        b = tree.parent(b);
      }
    }
  }

  private columns(tree: Tree, body: i32, sign: f64, J: StaticArray<f64>, first: i32): void {
    const B: StaticArray<f64> = tree.motion.B;
    const joint: Joint = tree.joint(body);
    for (let k: i32 = joint.first; k < joint.first + joint.coordinates; k++) {
      for (let r: i32 = 0; r < this.rows; r++) {
        unchecked((J[(first + r) * tree.size + k] = sign * dot6(this.phi, 6 * r, B, 6 * k)));
      }
    }
  }

  /** ψ̇_z ż of row r. */
  bias(motion: Motion, r: i32): f64 {
    const a: i32 = 6 * this.a;
    const b: i32 = 6 * this.b;
    const turning: f64 = dot6(this.phiDot, 6 * r, motion.Z, a) - dot6(this.phiDot, 6 * r, motion.Z, b);
    return turning + dot6(this.phi, 6 * r, motion.drift, a) - dot6(this.phi, 6 * r, motion.drift, b);
  }

  /** ψ̇ of row r. */
  rate(motion: Motion, r: i32): f64 {
    return dot6(this.phi, 6 * r, motion.Z, 6 * this.a) - dot6(this.phi, 6 * r, motion.Z, 6 * this.b);
  }
}
