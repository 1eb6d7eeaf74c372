/**
 * A = P L U in place, by Gaussian elimination with partial pivoting (Golub & Van Loan 2013, Alg.
 * 3.4.1). `a` is n×n, row-major. Afterwards it holds U on and above the diagonal, L (unit diagonal)
 * below. `pivot[k]` is the row that was exchanged with row k. Returns false if a column is without
 * a nonzero pivot.
 */
export function luFactor(a: StaticArray<f64>, pivot: StaticArray<i32>, n: i32): bool {
  for (let k: i32 = 0; k < n; k++) {
    let p: i32 = k;
    let largest: f64 = Math.abs(unchecked(a[k * n + k]));
    for (let i: i32 = k + 1; i < n; i++) {
      const candidate: f64 = Math.abs(unchecked(a[i * n + k]));
      if (candidate > largest) {
        largest = candidate;
        p = i;
      }
    }
    unchecked((pivot[k] = p));
    if (!(largest > 0.0)) return false;
    const kn: i32 = k * n;
    if (p != k) {
      const pn: i32 = p * n;
      for (let j: i32 = 0; j < n; j++) {
        const swap: f64 = unchecked(a[kn + j]);
        unchecked((a[kn + j] = a[pn + j]));
        unchecked((a[pn + j] = swap));
      }
    }
    const inverse: f64 = 1.0 / unchecked(a[kn + k]);
    for (let i: i32 = k + 1; i < n; i++) {
      const row: i32 = i * n;
      const factor: f64 = unchecked(a[row + k]) * inverse;
      unchecked((a[row + k] = factor));
      for (let j: i32 = k + 1; j < n; j++) unchecked((a[row + j] -= factor * a[kn + j]));
    }
  }
  return true;
}

/** Solves A x = b in place of b, with the factors that `luFactor` left in `a` and `pivot`. */
export function luSolve(a: StaticArray<f64>, pivot: StaticArray<i32>, n: i32, b: StaticArray<f64>): void {
  for (let k: i32 = 0; k < n; k++) {
    const p: i32 = unchecked(pivot[k]);
    if (p != k) {
      const swap: f64 = unchecked(b[k]);
      unchecked((b[k] = b[p]));
      unchecked((b[p] = swap));
    }
  }
  for (let i: i32 = 1; i < n; i++) {
    let sum: f64 = unchecked(b[i]);
    const row: i32 = i * n;
    for (let j: i32 = 0; j < i; j++) sum -= unchecked(a[row + j]) * unchecked(b[j]);
    unchecked((b[i] = sum));
  }
  for (let i: i32 = n - 1; i >= 0; i--) {
    let sum: f64 = unchecked(b[i]);
    const row: i32 = i * n;
    for (let j: i32 = i + 1; j < n; j++) sum -= unchecked(a[row + j]) * unchecked(b[j]);
    unchecked((b[i] = sum / a[row + i]));
  }
}
