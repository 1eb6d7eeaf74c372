import { Joint } from '../joints/tree-joint';
import { Tree } from '../tree';
import { add6, copy6, dot6 } from './wrench';

/**
 * The equations of motion of a tree by recursion, in O(n) (Jaiswal et al. 2021a, eqs. 8–12):
 *
 *     M′ z̈ − Q′ = R_dᵀ Tᵀ (M̄ Ż − Q̄)
 *
 * The pass from base to leaves gives Ż = T (R_d z̈ + d) and the wrench M̄ Ż − Q̄ of each body about
 * the inertial origin. The pass from leaves to base adds them up. With the centre of mass g, ġ = ṡ
 * + ω × g:
 *
 *     M̄ Ż − Q̄ = (F, g × F + J ω̇ + ω × J ω),    F = m (g̈ − gravity),    g̈ = Ż_v + ω̇ × g + ω × ġ
 */
export class Dynamics {
  /** Σ b z̈, 6 a body. */
  private driven: StaticArray<f64>;
  /**
   * M̄ Ż − Q̄, summed from the leaves, 6 a body: what the joint to the parent transmits, about the
   * origin.
   */
  readonly wrench: StaticArray<f64>;

  constructor(readonly tree: Tree) {
    this.driven = new StaticArray<f64>(6 * (tree.n + 1));
    this.wrench = new StaticArray<f64>(6 * (tree.n + 1));
  }

  /** f ← M′ z̈ − Q′ with Q′ of gravity and motion, in O(n). After `velocities`. */
  residual(a: StaticArray<f64>, f: StaticArray<f64>): void {
    const B: StaticArray<f64> = this.tree.motion.B;
    const wrench: StaticArray<f64> = this.wrench;
    this.bodies(a);
    for (let j: i32 = this.tree.n; j > 0; j--) {
      const joint: Joint = this.tree.joint(j);
      const from: i32 = 6 * j;
      const end: i32 = joint.first + joint.coordinates;
      for (let k: i32 = joint.first; k < end; k++) {
        unchecked((f[k] = dot6(B, 6 * k, wrench, from)));
      }
      const to: i32 = 6 * this.tree.parent(j);
      if (to > 0) add6(wrench, to, 1.0, wrench, from);
    }
  }

  /** M̄ Ż − Q̄ of each body by itself, into `wrench`. */
  bodies(a: StaticArray<f64>): void {
    const B: StaticArray<f64> = this.tree.motion.B;
    const driven: StaticArray<f64> = this.driven;
    for (let j: i32 = 1; j <= this.tree.n; j++) {
      const joint: Joint = this.tree.joint(j);
      const to: i32 = 6 * j;
      const from: i32 = 6 * this.tree.parent(j);
      copy6(driven, to, driven, from);
      const end: i32 = joint.first + joint.coordinates;
      for (let k: i32 = joint.first; k < end; k++) add6(driven, to, unchecked(a[k]), B, 6 * k);
      this.bodyWrench(j);
    }
  }

  /** wrench_j ← M̄ Ż − Q̄ about the inertial origin (Jaiswal et al. 2021a, eqs. 9, 10). */
  private bodyWrench(j: i32): void {
    const Z: StaticArray<f64> = this.tree.motion.Z;
    const at: i32 = 6 * j;
    const o0: f64 = unchecked(Z[at + 3]);
    const o1: f64 = unchecked(Z[at + 4]);
    const o2: f64 = unchecked(Z[at + 5]);
    const e0: f64 = unchecked(this.driven[at + 3]) + unchecked(this.tree.motion.drift[at + 3]);
    const e1: f64 = unchecked(this.driven[at + 4]) + unchecked(this.tree.motion.drift[at + 4]);
    const e2: f64 = unchecked(this.driven[at + 5]) + unchecked(this.tree.motion.drift[at + 5]);
    this.place(j);
    const x: f64 = this.x;
    const y: f64 = this.y;
    const z: f64 = this.z;
    // The centre's velocity ṡ + ω × g, and its acceleration less gravity, times the mass.
    const u0: f64 = unchecked(Z[at]) + o1 * z - o2 * y;
    const u1: f64 = unchecked(Z[at + 1]) + o2 * x - o0 * z;
    const u2: f64 = unchecked(Z[at + 2]) + o0 * y - o1 * x;
    const m: f64 = unchecked(this.tree.inertia.mass[j]);
    const drift: StaticArray<f64> = this.tree.motion.drift;
    const driven: StaticArray<f64> = this.driven;
    const s0: f64 = unchecked(drift[at]) + unchecked(driven[at]) - this.tree.gx;
    const s1: f64 = unchecked(drift[at + 1]) + unchecked(driven[at + 1]) - this.tree.gy;
    const s2: f64 = unchecked(drift[at + 2]) + unchecked(driven[at + 2]) - this.tree.gz;
    const f0: f64 = m * (s0 + e1 * z - e2 * y + o1 * u2 - o2 * u1);
    const f1: f64 = m * (s1 + e2 * x - e0 * z + o2 * u0 - o0 * u2);
    const f2: f64 = m * (s2 + e0 * y - e1 * x + o0 * u1 - o1 * u0);
    this.spin(j, o0, o1, o2, e0, e1, e2);
    unchecked((this.wrench[at] = f0));
    unchecked((this.wrench[at + 1] = f1));
    unchecked((this.wrench[at + 2] = f2));
    unchecked((this.wrench[at + 3] = this.t0 + y * f2 - z * f1));
    unchecked((this.wrench[at + 4] = this.t1 + z * f0 - x * f2));
    unchecked((this.wrench[at + 5] = this.t2 + x * f1 - y * f0));
  }
  /** Centre of mass of the body under work [m]. */
  private x: f64 = 0.0;
  private y: f64 = 0.0;
  private z: f64 = 0.0;
  /** J ω̇ + ω × J ω of the body under work [N m]. */
  private t0: f64 = 0.0;
  private t1: f64 = 0.0;
  private t2: f64 = 0.0;

  /** x, y, z ← the centre of mass of body j. */
  private place(j: i32): void {
    const A: StaticArray<f64> = this.tree.motion.A;
    const r: StaticArray<f64> = this.tree.motion.r;
    const c: StaticArray<f64> = this.tree.inertia.centre;
    const c0: f64 = unchecked(c[3 * j]);
    const c1: f64 = unchecked(c[3 * j + 1]);
    const c2: f64 = unchecked(c[3 * j + 2]);
    const i: i32 = 9 * j;
    this.x = unchecked(r[3 * j]) + unchecked(A[i]) * c0 + unchecked(A[i + 1]) * c1 + unchecked(A[i + 2]) * c2;
    this.y =
      unchecked(r[3 * j + 1]) +
      unchecked(A[i + 3]) * c0 +
      unchecked(A[i + 4]) * c1 +
      unchecked(A[i + 5]) * c2;
    this.z =
      unchecked(r[3 * j + 2]) +
      unchecked(A[i + 6]) * c0 +
      unchecked(A[i + 7]) * c1 +
      unchecked(A[i + 8]) * c2;
  }

  /** t ← J ω̇ + ω × J ω, computed in the body's frame, where J̄ is constant. */
  private spin(j: i32, o0: f64, o1: f64, o2: f64, e0: f64, e1: f64, e2: f64): void {
    const A: StaticArray<f64> = this.tree.motion.A;
    const J: StaticArray<f64> = this.tree.inertia.J;
    const i: i32 = 9 * j;
    const a: f64 = unchecked(A[i]);
    const b: f64 = unchecked(A[i + 1]);
    const c: f64 = unchecked(A[i + 2]);
    const d: f64 = unchecked(A[i + 3]);
    const e: f64 = unchecked(A[i + 4]);
    const f: f64 = unchecked(A[i + 5]);
    const g: f64 = unchecked(A[i + 6]);
    const h: f64 = unchecked(A[i + 7]);
    const k: f64 = unchecked(A[i + 8]);
    const w0: f64 = a * o0 + d * o1 + g * o2;
    const w1: f64 = b * o0 + e * o1 + h * o2;
    const w2: f64 = c * o0 + f * o1 + k * o2;
    const v0: f64 = a * e0 + d * e1 + g * e2;
    const v1: f64 = b * e0 + e * e1 + h * e2;
    const v2: f64 = c * e0 + f * e1 + k * e2;
    const xx: f64 = unchecked(J[6 * j]);
    const yy: f64 = unchecked(J[6 * j + 1]);
    const zz: f64 = unchecked(J[6 * j + 2]);
    const xy: f64 = unchecked(J[6 * j + 3]);
    const xz: f64 = unchecked(J[6 * j + 4]);
    const yz: f64 = unchecked(J[6 * j + 5]);
    const l0: f64 = xx * w0 + xy * w1 + xz * w2;
    const l1: f64 = xy * w0 + yy * w1 + yz * w2;
    const l2: f64 = xz * w0 + yz * w1 + zz * w2;
    const n0: f64 = xx * v0 + xy * v1 + xz * v2 + w1 * l2 - w2 * l1;
    const n1: f64 = xy * v0 + yy * v1 + yz * v2 + w2 * l0 - w0 * l2;
    const n2: f64 = xz * v0 + yz * v1 + zz * v2 + w0 * l1 - w1 * l0;
    this.t0 = a * n0 + b * n1 + c * n2;
    this.t1 = d * n0 + e * n1 + f * n2;
    this.t2 = g * n0 + h * n1 + k * n2;
  }

  /** ½ Zᵀ M̄ Z over all bodies [J]. After `velocities`. */
  kineticEnergy(): f64 {
    const Z: StaticArray<f64> = this.tree.motion.Z;
    let sum: f64 = 0.0;
    for (let j: i32 = 1; j <= this.tree.n; j++) {
      const at: i32 = 6 * j;
      const o0: f64 = Z[at + 3];
      const o1: f64 = Z[at + 4];
      const o2: f64 = Z[at + 5];
      this.place(j);
      const u0: f64 = Z[at] + o1 * this.z - o2 * this.y;
      const u1: f64 = Z[at + 1] + o2 * this.x - o0 * this.z;
      const u2: f64 = Z[at + 2] + o0 * this.y - o1 * this.x;
      // With ω̇ = ω the spin is J ω + ω × J ω, and ω · (ω × J ω) = 0.
      this.spin(j, o0, o1, o2, o0, o1, o2);
      sum += this.tree.inertia.mass[j] * (u0 * u0 + u1 * u1 + u2 * u2);
      sum += o0 * this.t0 + o1 * this.t1 + o2 * this.t2;
    }
    return 0.5 * sum;
  }

  /**
   * Gravity's energy [J], zero with all centres of mass in the inertial origin. After `positions`.
   */
  potentialEnergy(): f64 {
    let sum: f64 = 0.0;
    for (let j: i32 = 1; j <= this.tree.n; j++) {
      this.place(j);
      sum -=
        this.tree.inertia.mass[j] * (this.tree.gx * this.x + this.tree.gy * this.y + this.tree.gz * this.z);
    }
    return sum;
  }
}
