/**
 * LU factors of a dense matrix with partial pivoting. The operations have the order of those in
 * `fmu-sdk/solver/linear-algebra/dense-lu.ts`.
 */
export class DenseLu {
  /** Matrix by rows, which its factors replace. */
  values: StaticArray<f64>;
  private n: i32;
  private pivots: StaticArray<i32>;

  constructor(n: i32) {
    this.n = n;
    this.values = new StaticArray<f64>(n * n);
    this.pivots = new StaticArray<i32>(n);
  }

  /** Factors the matrix. Returns false if it is singular. */
  factor(): bool {
    const n: i32 = this.n;
    const a: StaticArray<f64> = this.values;
    for (let k = 0; k < n; k++) {
      let p: i32 = k;
      for (let i = k + 1; i < n; i++) if (Math.abs(a[i * n + k]) > Math.abs(a[p * n + k])) p = i;
      this.pivots[k] = p;
      if (!(Math.abs(a[p * n + k]) > 0.0)) return false;
      if (p !== k) for (let j = 0; j < n; j++) swap(a, p * n + j, k * n + j);
      for (let i = k + 1; i < n; i++) {
        const l: f64 = a[i * n + k] / a[k * n + k];
        a[i * n + k] = l;
        if (l !== 0.0) for (let j = k + 1; j < n; j++) a[i * n + j] = a[i * n + j] - l * a[k * n + j];
      }
    }
    return true;
  }

  /** Replaces b by A⁻¹ b. */
  solve(b: StaticArray<f64>): void {
    const n: i32 = this.n;
    const a: StaticArray<f64> = this.values;
    for (let k = 0; k < n; k++) swap(b, k, this.pivots[k]);
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) b[i] = b[i] - a[i * n + j] * b[j];
    for (let i = n - 1; i >= 0; i--) {
      for (let j = i + 1; j < n; j++) b[i] = b[i] - a[i * n + j] * b[j];
      b[i] = b[i] / a[i * n + i];
    }
  }
}

function swap(b: StaticArray<f64>, i: i32, j: i32): void {
  const previous: f64 = b[i];
  b[i] = b[j];
  b[j] = previous;
}
