import type { Subassembly } from './joined-subassembly.ts';
import type { Joint } from './joint.ts';

/**
 * Joint as seen from one of its subassemblies: the rows of its Jacobian for this handle, and K⁻¹
 * Φᵀ.
 */
export class Side {
  /** K⁻¹ Φᵀ by rows of the joint, rows × n. */
  readonly G: Float64Array;
  private readonly column: Float64Array;

  /**
   * @param J Jacobian of the joint for the handle
   * @param at first index of the handle in the subassembly
   */
  constructor(
    readonly joint: Joint,
    readonly whole: Subassembly,
    readonly J: Float64Array,
    readonly at: number,
  ) {
    this.G = new Float64Array(joint.rows * whole.n);
    this.column = new Float64Array(whole.n);
  }

  /** Q ← Q − Φᵀ λ. */
  subtract(lambda: Float64Array, from: number, Q: Float64Array): void {
    const { J, at, joint } = this;
    for (let r = 0; r < joint.rows; r++)
      for (let k = 0; k < 7; k++) Q[at + k] -= J[7 * r + k] * lambda[from + r];
  }

  /** Computes K⁻¹ Φᵀ with the factors of K. */
  solve(): void {
    const { J, G, at, joint, whole, column } = this;
    for (let r = 0; r < joint.rows; r++) {
      column.fill(0);
      for (let k = 0; k < 7; k++) column[at + k] = J[7 * r + k];
      whole.solve(column);
      G.set(column, r * whole.n);
    }
  }

  /** Returns element r of Φ x, where x is a vector of the subassembly that begins at `from`. */
  times(r: number, x: Float64Array, from: number): number {
    let sum = 0;
    for (let k = 0; k < 7; k++) sum += this.J[7 * r + k] * x[from + this.at + k];
    return sum;
  }
}
