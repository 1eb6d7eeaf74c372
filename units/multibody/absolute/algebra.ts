/**
 * Vectors of three and 3×3 matrices (row-major) inside longer arrays: `a, i` is the vector or
 * matrix that begins at a[i]. A result never overlaps an argument, unless the function's comment
 * allows it.
 */

/** o ← u × v. */
export function cross(
  u: StaticArray<f64>,
  i: i32,
  v: StaticArray<f64>,
  j: i32,
  o: StaticArray<f64>,
  k: i32,
): void {
  const ux: f64 = unchecked(u[i]);
  const uy: f64 = unchecked(u[i + 1]);
  const uz: f64 = unchecked(u[i + 2]);
  const vx: f64 = unchecked(v[j]);
  const vy: f64 = unchecked(v[j + 1]);
  const vz: f64 = unchecked(v[j + 2]);
  unchecked((o[k] = uy * vz - uz * vy));
  unchecked((o[k + 1] = uz * vx - ux * vz));
  unchecked((o[k + 2] = ux * vy - uy * vx));
}

/** u · v. */
export function dot(u: StaticArray<f64>, i: i32, v: StaticArray<f64>, j: i32): f64 {
  return (
    unchecked(u[i]) * unchecked(v[j]) +
    unchecked(u[i + 1]) * unchecked(v[j + 1]) +
    unchecked(u[i + 2]) * unchecked(v[j + 2])
  );
}

/** o ← o + s v. */
export function addScaled(s: f64, v: StaticArray<f64>, j: i32, o: StaticArray<f64>, k: i32): void {
  for (let p: i32 = 0; p < 3; p++) unchecked((o[k + p] += s * unchecked(v[j + p])));
}

/** o ← A v. */
export function apply(
  a: StaticArray<f64>,
  i: i32,
  v: StaticArray<f64>,
  j: i32,
  o: StaticArray<f64>,
  k: i32,
): void {
  const x: f64 = unchecked(v[j]);
  const y: f64 = unchecked(v[j + 1]);
  const z: f64 = unchecked(v[j + 2]);
  unchecked((o[k] = unchecked(a[i]) * x + unchecked(a[i + 1]) * y + unchecked(a[i + 2]) * z));
  unchecked((o[k + 1] = unchecked(a[i + 3]) * x + unchecked(a[i + 4]) * y + unchecked(a[i + 5]) * z));
  unchecked((o[k + 2] = unchecked(a[i + 6]) * x + unchecked(a[i + 7]) * y + unchecked(a[i + 8]) * z));
}

/** o ← Aᵀ v. */
export function applyTransposed(
  a: StaticArray<f64>,
  i: i32,
  v: StaticArray<f64>,
  j: i32,
  o: StaticArray<f64>,
  k: i32,
): void {
  const x: f64 = unchecked(v[j]);
  const y: f64 = unchecked(v[j + 1]);
  const z: f64 = unchecked(v[j + 2]);
  unchecked((o[k] = unchecked(a[i]) * x + unchecked(a[i + 3]) * y + unchecked(a[i + 6]) * z));
  unchecked((o[k + 1] = unchecked(a[i + 1]) * x + unchecked(a[i + 4]) * y + unchecked(a[i + 7]) * z));
  unchecked((o[k + 2] = unchecked(a[i + 2]) * x + unchecked(a[i + 5]) * y + unchecked(a[i + 8]) * z));
}

/** o ← A B. */
export function multiply(
  a: StaticArray<f64>,
  i: i32,
  b: StaticArray<f64>,
  j: i32,
  o: StaticArray<f64>,
  k: i32,
): void {
  for (let p: i32 = 0; p < 9; p += 3) {
    const x: f64 = unchecked(a[i + p]);
    const y: f64 = unchecked(a[i + p + 1]);
    const z: f64 = unchecked(a[i + p + 2]);
    unchecked((o[k + p] = x * unchecked(b[j]) + y * unchecked(b[j + 3]) + z * unchecked(b[j + 6])));
    unchecked((o[k + p + 1] = x * unchecked(b[j + 1]) + y * unchecked(b[j + 4]) + z * unchecked(b[j + 7])));
    unchecked((o[k + p + 2] = x * unchecked(b[j + 2]) + y * unchecked(b[j + 5]) + z * unchecked(b[j + 8])));
  }
}

/** o ← A Bᵀ. */
export function multiplyTransposed(
  a: StaticArray<f64>,
  i: i32,
  b: StaticArray<f64>,
  j: i32,
  o: StaticArray<f64>,
  k: i32,
): void {
  for (let p: i32 = 0; p < 9; p += 3) {
    const x: f64 = unchecked(a[i + p]);
    const y: f64 = unchecked(a[i + p + 1]);
    const z: f64 = unchecked(a[i + p + 2]);
    unchecked((o[k + p] = x * unchecked(b[j]) + y * unchecked(b[j + 1]) + z * unchecked(b[j + 2])));
    unchecked((o[k + p + 1] = x * unchecked(b[j + 3]) + y * unchecked(b[j + 4]) + z * unchecked(b[j + 5])));
    unchecked((o[k + p + 2] = x * unchecked(b[j + 6]) + y * unchecked(b[j + 7]) + z * unchecked(b[j + 8])));
  }
}

/** o ← Aᵀ B. */
export function transposedMultiply(
  a: StaticArray<f64>,
  i: i32,
  b: StaticArray<f64>,
  j: i32,
  o: StaticArray<f64>,
  k: i32,
): void {
  for (let p: i32 = 0; p < 3; p++) {
    const x: f64 = unchecked(a[i + p]);
    const y: f64 = unchecked(a[i + p + 3]);
    const z: f64 = unchecked(a[i + p + 6]);
    const to: i32 = k + 3 * p;
    unchecked((o[to] = x * unchecked(b[j]) + y * unchecked(b[j + 3]) + z * unchecked(b[j + 6])));
    unchecked((o[to + 1] = x * unchecked(b[j + 1]) + y * unchecked(b[j + 4]) + z * unchecked(b[j + 7])));
    unchecked((o[to + 2] = x * unchecked(b[j + 2]) + y * unchecked(b[j + 5]) + z * unchecked(b[j + 8])));
  }
}

/** O ← O + s v×, the matrix of the cross product. */
export function addSkew(s: f64, v: StaticArray<f64>, j: i32, o: StaticArray<f64>, k: i32): void {
  const x: f64 = s * unchecked(v[j]);
  const y: f64 = s * unchecked(v[j + 1]);
  const z: f64 = s * unchecked(v[j + 2]);
  unchecked((o[k + 1] -= z));
  unchecked((o[k + 2] += y));
  unchecked((o[k + 3] += z));
  unchecked((o[k + 5] -= x));
  unchecked((o[k + 6] -= y));
  unchecked((o[k + 7] += x));
}

/** O ← O + s u vᵀ. */
export function addOuter(
  s: f64,
  u: StaticArray<f64>,
  i: i32,
  v: StaticArray<f64>,
  j: i32,
  o: StaticArray<f64>,
  k: i32,
): void {
  for (let p: i32 = 0; p < 3; p++) {
    const f: f64 = s * unchecked(u[i + p]);
    for (let q: i32 = 0; q < 3; q++) unchecked((o[k + 3 * p + q] += f * unchecked(v[j + q])));
  }
}

/** O ← O + s u× v× = O + s (v uᵀ − (u · v) I). */
export function addSkewSkew(
  s: f64,
  u: StaticArray<f64>,
  i: i32,
  v: StaticArray<f64>,
  j: i32,
  o: StaticArray<f64>,
  k: i32,
): void {
  const d: f64 = s * dot(u, i, v, j);
  addOuter(s, v, j, u, i, o, k);
  unchecked((o[k] -= d));
  unchecked((o[k + 4] -= d));
  unchecked((o[k + 8] -= d));
}

/** o ← u× A. */
export function skewMultiply(
  u: StaticArray<f64>,
  i: i32,
  a: StaticArray<f64>,
  j: i32,
  o: StaticArray<f64>,
  k: i32,
): void {
  const x: f64 = unchecked(u[i]);
  const y: f64 = unchecked(u[i + 1]);
  const z: f64 = unchecked(u[i + 2]);
  for (let q: i32 = 0; q < 3; q++) {
    const first: f64 = unchecked(a[j + q]);
    const second: f64 = unchecked(a[j + 3 + q]);
    const third: f64 = unchecked(a[j + 6 + q]);
    unchecked((o[k + q] = y * third - z * second));
    unchecked((o[k + 3 + q] = z * first - x * third));
    unchecked((o[k + 6 + q] = x * second - y * first));
  }
}

/** o ← A u×. */
export function multiplySkew(
  a: StaticArray<f64>,
  j: i32,
  u: StaticArray<f64>,
  i: i32,
  o: StaticArray<f64>,
  k: i32,
): void {
  const x: f64 = unchecked(u[i]);
  const y: f64 = unchecked(u[i + 1]);
  const z: f64 = unchecked(u[i + 2]);
  for (let p: i32 = 0; p < 9; p += 3) {
    const first: f64 = unchecked(a[j + p]);
    const second: f64 = unchecked(a[j + p + 1]);
    const third: f64 = unchecked(a[j + p + 2]);
    unchecked((o[k + p] = second * z - third * y));
    unchecked((o[k + p + 1] = third * x - first * z));
    unchecked((o[k + p + 2] = first * y - second * x));
  }
}

/** O ← O + s A. */
export function addMatrix(s: f64, a: StaticArray<f64>, i: i32, o: StaticArray<f64>, k: i32): void {
  for (let p: i32 = 0; p < 9; p++) unchecked((o[k + p] += s * unchecked(a[i + p])));
}
