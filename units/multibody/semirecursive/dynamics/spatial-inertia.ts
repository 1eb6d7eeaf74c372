import { Tree } from '../tree';

/**
 * The masses of bodies about the inertial origin (Jaiswal et al. 2021a, eq. 9): 10 numbers, m, m g
 * and the inertia J − m g̃ g̃ with J = A J̄ Aᵀ. The inertias of all bodies that a joint carries add
 * up.
 */
export class SpatialInertia {
  /** m, m g (3), inertia about the origin (xx, yy, zz, xy, xz, yz), 10 a body. */
  readonly sums: StaticArray<f64>;

  constructor(readonly tree: Tree) {
    this.sums = new StaticArray<f64>(10 * (tree.n + 1));
  }

  /** Each body with all that it carries, by recursion from the leaves, O(n). */
  accumulate(): void {
    const tree: Tree = this.tree;
    const sums: StaticArray<f64> = this.sums;
    for (let j: i32 = 1; j <= tree.n; j++) this.body(j);
    for (let j: i32 = tree.n; j > 0; j--) {
      const to: i32 = 10 * tree.parent(j);
      if (to > 0) for (let i: i32 = 0; i < 10; i++) unchecked((sums[to + i] += sums[10 * j + i]));
    }
  }

  /** The 10 numbers of body j alone. */
  body(j: i32): void {
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
}
