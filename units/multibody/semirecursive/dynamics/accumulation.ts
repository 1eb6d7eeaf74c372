import { Joint } from '../joints/tree-joint';
import { Tree } from '../tree';
import { SpatialInertia } from './spatial-inertia';

/**
 * The accumulated mass matrix M′ = R_dᵀ Tᵀ M̄ T R_d (Jaiswal et al. 2021a, eqs. 11, 12): M′_kl =
 * b_l · M^Σ b_k with the accumulated inertia of the body further out (`spatial-inertia.ts`). It has
 * an entry for each pair of coordinates on one path.
 */
export class Accumulation {
  /** M′, size × size, symmetric. */
  readonly M: StaticArray<f64>;
  private inertia: SpatialInertia;
  /** M^Σ b of the column under work. */
  private column: StaticArray<f64> = new StaticArray<f64>(6);

  constructor(readonly tree: Tree) {
    this.M = new StaticArray<f64>(tree.size * tree.size);
    this.inertia = new SpatialInertia(tree);
  }

  /** M ← M′ at the frames as they stand. */
  evaluate(): void {
    const tree: Tree = this.tree;
    this.inertia.accumulate();
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

  /**
   * Sets column ← M^Σ_j b_k. For the velocity b = (v, ω) this is the force m v + ω × m g and the
   * moment m g × v + I ω.
   */
  private times(j: i32, k: i32): void {
    const B: StaticArray<f64> = this.tree.motion.B;
    const s: StaticArray<f64> = this.inertia.sums;
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
