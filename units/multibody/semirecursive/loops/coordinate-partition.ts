/**
 * Selection of dependent coordinates: their columns contain the pivots of Gaussian elimination with
 * full pivoting of Φ_z (Jaiswal et al. 2021a, Sect. 2.2).
 */
export class Partition {
  /** Columns of the pivots (m), and the others (n − m), both ascending. */
  readonly dependent: StaticArray<i32>;
  readonly independent: StaticArray<i32>;
  /**
   * Smallest pivot divided by the largest: 0 where constraints are redundant, small near a singular
   * configuration.
   */
  quality: f64 = 1.0;
  private A: StaticArray<f64>;
  private used: StaticArray<bool>;

  constructor(
    readonly n: i32,
    readonly m: i32,
  ) {
    this.dependent = new StaticArray<i32>(m);
    this.independent = new StaticArray<i32>(n - m);
    this.A = new StaticArray<f64>(m * n);
    this.used = new StaticArray<bool>(n);
  }

  /** The partition at the Jacobian J (m × n). */
  choose(J: StaticArray<f64>): void {
    const n: i32 = this.n;
    const m: i32 = this.m;
    let first: f64 = 1.0;
    for (let i: i32 = 0; i < m * n; i++) this.A[i] = J[i];
    this.used.fill(false);
    this.quality = 1.0;
    for (let step: i32 = 0; step < m; step++) {
      const pivot: f64 = this.eliminate(step);
      if (step == 0) first = pivot;
      this.quality = first > 0.0 ? pivot / first : 0.0;
      if (!(this.quality > 0.0)) return;
    }
    let d: i32 = 0;
    let f: i32 = 0;
    for (let c: i32 = 0; c < n; c++) {
      if (this.used[c]) {
        this.dependent[d] = c;
        d++;
      } else {
        this.independent[f] = c;
        f++;
      }
    }
  }

  /**
   * The largest element of the rows from `step` on becomes the pivot of row `step`. Gives its size.
   */
  private eliminate(step: i32): f64 {
    const n: i32 = this.n;
    const A: StaticArray<f64> = this.A;
    let row: i32 = step;
    let column: i32 = -1;
    let largest: f64 = 0.0;
    for (let r: i32 = step; r < this.m; r++) {
      for (let c: i32 = 0; c < n; c++) {
        const size: f64 = Math.abs(A[r * n + c]);
        if (!this.used[c] && size > largest) {
          largest = size;
          row = r;
          column = c;
        }
      }
    }
    if (column < 0) return 0.0;
    this.used[column] = true;
    for (let c: i32 = 0; c < n; c++) {
      const swap: f64 = A[step * n + c];
      A[step * n + c] = A[row * n + c];
      A[row * n + c] = swap;
    }
    for (let r: i32 = step + 1; r < this.m; r++) {
      const factor: f64 = A[r * n + column] / A[step * n + column];
      for (let c: i32 = 0; c < n; c++) A[r * n + c] -= factor * A[step * n + c];
    }
    return largest;
  }
}
