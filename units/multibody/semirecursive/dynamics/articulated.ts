import { fail } from 'fmukit/author';
import { Joint } from '../joints/tree-joint';
import { Tree } from '../tree';
import { Dynamics } from './semirecursive-dynamics';
import { SpatialInertia } from './spatial-inertia';
import { add6, copy6, dot6 } from './wrench';

/**
 * Accelerations of an open tree in O(n), without M′, by articulated inertia (Featherstone 1983).
 * Both closed-loop formulations descend from it (Jaiswal et al. 2021a, Sect. 1).
 *
 * With y = Σ b z̈ from the base to a body, Ż = y + drift. The wrench of a body about the inertial
 * origin is M̄ y + p with p = M̄ drift − Q̄. The pass from leaves to base computes, for each column
 * b of a joint from the last on:
 *
 *     U = I b,  D = b · U,  u = −b · p,    I ← I − U Uᵀ/D,  p ← p + U u/D
 *
 * I and p are then added to the parent's. The pass from base to leaves computes z̈ = (u − U · y)/D,
 * y ← y + b z̈.
 */
export class Articulated {
  /** I, 36 a body, and p, 6 a body. */
  private I: StaticArray<f64>;
  private p: StaticArray<f64>;
  /** U, D and u of each column. */
  private U: StaticArray<f64>;
  private D: StaticArray<f64>;
  private u: StaticArray<f64>;
  private y: StaticArray<f64>;
  private zero: StaticArray<f64>;
  private dynamics: Dynamics;
  private mass: SpatialInertia;

  constructor(readonly tree: Tree) {
    const bodies: i32 = tree.n + 1;
    this.I = new StaticArray<f64>(36 * bodies);
    this.p = new StaticArray<f64>(6 * bodies);
    this.y = new StaticArray<f64>(6 * bodies);
    this.U = new StaticArray<f64>(6 * tree.size);
    this.D = new StaticArray<f64>(tree.size);
    this.u = new StaticArray<f64>(tree.size);
    this.zero = new StaticArray<f64>(tree.size);
    this.dynamics = new Dynamics(tree);
    this.mass = new SpatialInertia(tree);
  }

  /** a ← z̈ under gravity, where the tree stands. */
  accelerations(a: StaticArray<f64>): void {
    const tree: Tree = this.tree;
    this.dynamics.bodies(this.zero);
    for (let j: i32 = 1; j <= tree.n; j++) this.begin(j);
    for (let j: i32 = tree.n; j > 0; j--) {
      const joint: Joint = tree.joint(j);
      for (let k: i32 = joint.first + joint.coordinates - 1; k >= joint.first; k--) this.eliminate(j, k);
      this.hand(j, tree.parent(j));
    }
    for (let j: i32 = 1; j <= tree.n; j++) this.outward(j, a);
  }

  /** I ← M̄ and p ← M̄ drift − Q̄ of body j alone. */
  private begin(j: i32): void {
    const I: StaticArray<f64> = this.I;
    const s: StaticArray<f64> = this.mass.sums;
    const at: i32 = 36 * j;
    const from: i32 = 10 * j;
    this.mass.body(j);
    for (let i: i32 = 0; i < 36; i++) I[at + i] = 0.0;
    for (let i: i32 = 0; i < 6; i++) this.p[6 * j + i] = this.dynamics.wrench[6 * j + i];
    for (let i: i32 = 0; i < 3; i++) {
      I[at + 7 * i] = s[from];
      I[at + 21 + 7 * i] = s[from + 4 + i];
    }
    this.pair(at + 22, at + 27, s[from + 7]);
    this.pair(at + 23, at + 33, s[from + 8]);
    this.pair(at + 29, at + 34, s[from + 9]);
    // −m g̃ above the diagonal, its transpose below
    this.pair(at + 4, at + 24, s[from + 3]);
    this.pair(at + 5, at + 30, -s[from + 2]);
    this.pair(at + 9, at + 19, -s[from + 3]);
    this.pair(at + 11, at + 31, s[from + 1]);
    this.pair(at + 15, at + 20, s[from + 2]);
    this.pair(at + 16, at + 26, -s[from + 1]);
  }

  private pair(above: i32, below: i32, value: f64): void {
    this.I[above] = value;
    this.I[below] = value;
  }

  private eliminate(j: i32, k: i32): void {
    const I: StaticArray<f64> = this.I;
    const B: StaticArray<f64> = this.tree.motion.B;
    const U: StaticArray<f64> = this.U;
    let D: f64 = 0.0;
    let u: f64 = 0.0;
    for (let r: i32 = 0; r < 6; r++) {
      let sum: f64 = 0.0;
      for (let c: i32 = 0; c < 6; c++) sum += unchecked(I[36 * j + 6 * r + c]) * unchecked(B[6 * k + c]);
      unchecked((U[6 * k + r] = sum));
      D += unchecked(B[6 * k + r]) * sum;
      u -= unchecked(B[6 * k + r]) * unchecked(this.p[6 * j + r]);
    }
    if (!(D > 0.0)) fail('articulated inertia: a coordinate moves no mass');
    for (let r: i32 = 0; r < 6; r++) {
      const share: f64 = unchecked(U[6 * k + r]) / D;
      for (let c: i32 = 0; c < 6; c++) unchecked((I[36 * j + 6 * r + c] -= share * U[6 * k + c]));
      unchecked((this.p[6 * j + r] += share * u));
    }
    unchecked((this.D[k] = D));
    unchecked((this.u[k] = u));
  }

  private hand(j: i32, parent: i32): void {
    if (parent == 0) return;
    for (let i: i32 = 0; i < 36; i++) unchecked((this.I[36 * parent + i] += this.I[36 * j + i]));
    for (let i: i32 = 0; i < 6; i++) unchecked((this.p[6 * parent + i] += this.p[6 * j + i]));
  }

  private outward(j: i32, a: StaticArray<f64>): void {
    const joint: Joint = this.tree.joint(j);
    const y: StaticArray<f64> = this.y;
    const to: i32 = 6 * j;
    const from: i32 = 6 * this.tree.parent(j);
    copy6(y, to, y, from);
    for (let k: i32 = joint.first; k < joint.first + joint.coordinates; k++) {
      const rate: f64 = (unchecked(this.u[k]) - dot6(this.U, 6 * k, y, to)) / unchecked(this.D[k]);
      unchecked((a[k] = rate));
      add6(y, to, rate, this.tree.motion.B, 6 * k);
    }
  }
}
