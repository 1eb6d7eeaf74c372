import { idiv } from 'fmukit/author';
import { Joint } from './divided-joint';
import { System } from './system';

/** A pivot below this share of the largest is zero: rows of revolute joints differ by far more. */
const negligible: f64 = 1e-9;

/**
 * Degrees of freedom by Grübler's count, and by the rank of the Jacobian at the present position.
 */
export class Mobility {
  /** Grübler's count 6 n − Σ rows, which takes all rows for independent. */
  readonly grubler: i32;
  private height: i32;
  private width: i32;
  private A: StaticArray<f64>;

  constructor(readonly system: System) {
    const width: i32 = 7 * system.n;
    const height: i32 = system.rows + system.n;
    this.grubler = 6 * system.n - system.rows;
    this.width = width;
    this.height = height;
    this.A = new StaticArray<f64>(width * height);
  }

  /**
   * Returns 7 n − rank of the present Φ_q and the normalizations, by elimination with full
   * pivoting.
   */
  count(): i32 {
    const w: i32 = this.width;
    const A: StaticArray<f64> = this.A;
    this.gather();
    let largest: f64 = 0.0;
    for (let rank: i32 = 0; rank < this.height && rank < w; rank++) {
      let at: i32 = rank * w + rank;
      for (let i: i32 = rank; i < this.height; i++)
        for (let j: i32 = rank; j < w; j++) if (Math.abs(A[w * i + j]) > Math.abs(A[at])) at = w * i + j;
      const pivot: f64 = A[at];
      largest = Math.max(largest, Math.abs(pivot));
      if (!(Math.abs(pivot) > negligible * largest)) return w - rank;
      this.exchange(rank, at);
      for (let i: i32 = rank + 1; i < this.height; i++) {
        const factor: f64 = A[w * i + rank] / pivot;
        for (let j: i32 = rank; j < w; j++) A[w * i + j] -= factor * A[w * rank + j];
      }
    }
    return w - (this.height < w ? this.height : w);
  }

  /** Rows of all joints, then the normalizations. */
  private gather(): void {
    const w: i32 = this.width;
    let row: i32 = 0;
    this.A.fill(0.0);
    for (let k: i32 = 0; k < this.system.joints; k++) {
      const joint: Joint = this.system.jointAt(k);
      for (let i: i32 = 0; i < joint.rows; i++) {
        for (let j: i32 = 0; j < 7; j++) {
          if (joint.A.body > 0) this.A[w * row + 7 * (joint.A.body - 1) + j] = joint.JA[7 * i + j];
          if (joint.B.body > 0) this.A[w * row + 7 * (joint.B.body - 1) + j] = joint.JB[7 * i + j];
        }
        row++;
      }
    }
    for (let body: i32 = 1; body <= this.system.n; body++) {
      for (let j: i32 = 3; j < 7; j++)
        this.A[w * row + 7 * (body - 1) + j] = 2.0 * this.system.bodies.q[7 * body + j];
      row++;
    }
  }

  /** Brings the element at an index to row and column `rank`. */
  private exchange(rank: i32, at: i32): void {
    const w: i32 = this.width;
    const A: StaticArray<f64> = this.A;
    const row: i32 = idiv(at, w);
    const column: i32 = at - row * w;
    for (let j: i32 = 0; j < w; j++) {
      const swap: f64 = A[w * row + j];
      A[w * row + j] = A[w * rank + j];
      A[w * rank + j] = swap;
    }
    for (let i: i32 = 0; i < this.height; i++) {
      const swap: f64 = A[w * i + column];
      A[w * i + column] = A[w * i + rank];
      A[w * i + rank] = swap;
    }
  }
}
