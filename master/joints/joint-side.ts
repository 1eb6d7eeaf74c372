import type { Subassembly } from './joined-subassembly.ts';
import type { Joint } from './joint.ts';

/** A joint as one of its subassemblies meets it: the rows of its Jacobian for that one's handle, and K⁻¹ Φᵀ. */
export class Side {
  /** K⁻¹ Φᵀ by rows of the joint, rows × n. */
  readonly G: Float64Array;
  private readonly column: Float64Array;

  /** @param J Jacobian of the joint for the handle @param at first number of the handle among those of the subassembly */
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

  /** K⁻¹ Φᵀ, K being factored. */
  solve(): void {
    const { J, G, at, joint, whole, column } = this;
    for (let r = 0; r < joint.rows; r++) {
      column.fill(0);
      for (let k = 0; k < 7; k++) column[at + k] = J[7 * r + k];
      whole.solve(column);
      G.set(column, r * whole.n);
    }
  }

  /** Element r of Φ x, x a vector of the subassembly that begins at `from`. */
  times(r: number, x: Float64Array, from: number): number {
    let sum = 0;
    for (let k = 0; k < 7; k++) sum += this.J[7 * r + k] * x[from + this.at + k];
    return sum;
  }
}
