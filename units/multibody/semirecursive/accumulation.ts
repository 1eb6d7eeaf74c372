import { Joint } from './joint';
import { Tree } from './tree';

/**
 * The accumulated mass matrix M′ = R_dᵀ Tᵀ M̄ T R_d (001, eqs. 11, 12). About the inertial origin the mass of a body is
 * 10 numbers, m, m g and the inertia J − m g̃ g̃, and those of all bodies that a joint carries simply add up, from the
 * leaves to the base: O(n). M′ itself has an entry for each pair of coordinates on one path.
 */
export class Accumulation {
  /** M′, size × size, symmetric. */
  readonly M: StaticArray<f64>;
  /** m, m g (3), inertia about the origin (xx, yy, zz, xy, xz, yz) of each body with all that it carries. */
  readonly sums: StaticArray<f64>;
  /** M^Σ b of the column under work. */
  private column: StaticArray<f64> = new StaticArray<f64>(6);

  constructor(readonly tree: Tree) {
    this.M = new StaticArray<f64>(tree.size * tree.size);
    this.sums = new StaticArray<f64>(10 * (tree.n + 1));
  }

  /** M ← M′ at the frames as they stand. */
  evaluate(): void {
    const tree: Tree = this.tree;
    this.accumulate();
    this.M.fill(0.0);
    for (let j: i32 = 1; j <= tree.n; j++) {
      const joint: Joint = tree.joint(j);
      const end: i32 = joint.first + joint.coordinates;
      for (let k: i32 = joint.first; k < end; k++) {
        this.times(j, k);
        for (let l: i32 = joint.first; l <= k; l++) this.entry(k, l);
        let carrier: i32 = tree.parent(j);
        while (carrier > 0) {
          const below: Joint = tree.joint(carrier);
          for (let l: i32 = 0; l < below.coordinates; l++) this.entry(k, below.first + l);
          carrier = tree.parent(carrier);
        }
      }
    }
  }

  /** `sums` by recursion from the leaves, O(n). */
  accumulate(): void {
    const tree: Tree = this.tree;
    const sums: StaticArray<f64> = this.sums;
    for (let j: i32 = 1; j <= tree.n; j++) this.body(j);
    for (let j: i32 = tree.n; j > 0; j--) {
      const to: i32 = 10 * tree.parent(j);
      if (to > 0) for (let i: i32 = 0; i < 10; i++) unchecked((sums[to + i] += sums[10 * j + i]));
    }
  }

  private body(j: i32): void {
    const A: StaticArray<f64> = this.tree.motion.A;
    const r: StaticArray<f64> = this.tree.motion.r;
    const c: StaticArray<f64> = this.tree.inertia.centre;
    const J: StaticArray<f64> = this.tree.inertia.J;
    const s: StaticArray<f64> = this.sums;
    const m: f64 = unchecked(this.tree.inertia.mass[j]);
    const i: i32 = 9 * j;
    const q: i32 = 6 * j;
    const at: i32 = 10 * j;
    const c0: f64 = unchecked(c[3 * j]);
    const c1: f64 = unchecked(c[3 * j + 1]);
    const c2: f64 = unchecked(c[3 * j + 2]);
    const x: f64 = unchecked(r[3 * j] + A[i] * c0 + A[i + 1] * c1 + A[i + 2] * c2);
    const y: f64 = unchecked(r[3 * j + 1] + A[i + 3] * c0 + A[i + 4] * c1 + A[i + 5] * c2);
    const z: f64 = unchecked(r[3 * j + 2] + A[i + 6] * c0 + A[i + 7] * c1 + A[i + 8] * c2);
    unchecked((s[at] = m));
    unchecked((s[at + 1] = m * x));
    unchecked((s[at + 2] = m * y));
    unchecked((s[at + 3] = m * z));
    unchecked((s[at + 4] = this.turned(A, J, i, q, 0, 0) + m * (y * y + z * z)));
    unchecked((s[at + 5] = this.turned(A, J, i, q, 1, 1) + m * (x * x + z * z)));
    unchecked((s[at + 6] = this.turned(A, J, i, q, 2, 2) + m * (x * x + y * y)));
    unchecked((s[at + 7] = this.turned(A, J, i, q, 0, 1) - m * x * y));
    unchecked((s[at + 8] = this.turned(A, J, i, q, 0, 2) - m * x * z));
    unchecked((s[at + 9] = this.turned(A, J, i, q, 1, 2) - m * y * z));
  }

  /** Element (u, v) of A J̄ Aᵀ. */
  private turned(A: StaticArray<f64>, J: StaticArray<f64>, i: i32, q: i32, u: i32, v: i32): f64 {
    const a: f64 = unchecked(A[i + 3 * u]);
    const b: f64 = unchecked(A[i + 3 * u + 1]);
    const c: f64 = unchecked(A[i + 3 * u + 2]);
    const d: f64 = unchecked(A[i + 3 * v]);
    const e: f64 = unchecked(A[i + 3 * v + 1]);
    const f: f64 = unchecked(A[i + 3 * v + 2]);
    return unchecked(
      a * (J[q] * d + J[q + 3] * e + J[q + 4] * f) +
        b * (J[q + 3] * d + J[q + 1] * e + J[q + 5] * f) +
        c * (J[q + 4] * d + J[q + 5] * e + J[q + 2] * f),
    );
  }

  /** column ← M^Σ_j b_k: the force m v + ω × m g and the moment m g × v + I ω of the velocity b = (v, ω). */
  private times(j: i32, k: i32): void {
    const B: StaticArray<f64> = this.tree.motion.B;
    const s: StaticArray<f64> = this.sums;
    const p: StaticArray<f64> = this.column;
    const at: i32 = 10 * j;
    const v0: f64 = unchecked(B[6 * k]);
    const v1: f64 = unchecked(B[6 * k + 1]);
    const v2: f64 = unchecked(B[6 * k + 2]);
    const w0: f64 = unchecked(B[6 * k + 3]);
    const w1: f64 = unchecked(B[6 * k + 4]);
    const w2: f64 = unchecked(B[6 * k + 5]);
    const m: f64 = unchecked(s[at]);
    const x: f64 = unchecked(s[at + 1]);
    const y: f64 = unchecked(s[at + 2]);
    const z: f64 = unchecked(s[at + 3]);
    unchecked((p[0] = m * v0 + w1 * z - w2 * y));
    unchecked((p[1] = m * v1 + w2 * x - w0 * z));
    unchecked((p[2] = m * v2 + w0 * y - w1 * x));
    unchecked((p[3] = y * v2 - z * v1 + s[at + 4] * w0 + s[at + 7] * w1 + s[at + 8] * w2));
    unchecked((p[4] = z * v0 - x * v2 + s[at + 7] * w0 + s[at + 5] * w1 + s[at + 9] * w2));
    unchecked((p[5] = x * v1 - y * v0 + s[at + 8] * w0 + s[at + 9] * w1 + s[at + 6] * w2));
  }

  private entry(k: i32, l: i32): void {
    const B: StaticArray<f64> = this.tree.motion.B;
    const size: i32 = this.tree.size;
    let sum: f64 = 0.0;
    for (let i: i32 = 0; i < 6; i++) sum += unchecked(B[6 * l + i]) * unchecked(this.column[i]);
    unchecked((this.M[k * size + l] = sum));
    unchecked((this.M[l * size + k] = sum));
  }
}
