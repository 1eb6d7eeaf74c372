/**
 * A = L D Lᵀ in place for symmetric positive definite A (Golub & Van Loan 2013, Alg. 4.1.2). `a` is
 * n×n, row-major. Only its lower triangle is read. Afterwards L (unit diagonal) stands below the
 * diagonal and D⁻¹ on it. False when a pivot is not positive.
 */
export function ldlFactor(a: StaticArray<f64>, n: i32): bool {
  for (let j: i32 = 0; j < n; j++) {
    const jn: i32 = j * n;
    let d: f64 = unchecked(a[jn + j]);
    for (let k: i32 = 0; k < j; k++) {
      // Row j still holds L_jk D_k: it becomes L_jk here.
      const scaled: f64 = unchecked(a[jn + k]);
      const l: f64 = scaled * unchecked(a[k * n + k]);
      d -= scaled * l;
      unchecked((a[jn + k] = l));
    }
    if (!(d > 0.0)) return false;
    unchecked((a[jn + j] = 1.0 / d));
    for (let i: i32 = j + 1; i < n; i++) {
      const row: i32 = i * n;
      let sum: f64 = unchecked(a[row + j]);
      for (let k: i32 = 0; k < j; k++) sum -= unchecked(a[row + k]) * unchecked(a[jn + k]);
      unchecked((a[row + j] = sum));
    }
  }
  return true;
}

/** Solves A x = b in place of b, with the factors that `ldlFactor` left in `a`. */
export function ldlSolve(a: StaticArray<f64>, n: i32, b: StaticArray<f64>): void {
  for (let i: i32 = 1; i < n; i++) {
    let sum: f64 = unchecked(b[i]);
    const row: i32 = i * n;
    for (let k: i32 = 0; k < i; k++) sum -= unchecked(a[row + k]) * unchecked(b[k]);
    unchecked((b[i] = sum));
  }
  for (let i: i32 = n - 1; i >= 0; i--) {
    let sum: f64 = unchecked(b[i]) * unchecked(a[i * n + i]);
    for (let k: i32 = i + 1; k < n; k++) sum -= unchecked(a[k * n + i]) * unchecked(b[k]);
    unchecked((b[i] = sum));
  }
}
