/*
 * Euler parameters p = (e0, e), from index `at` of an array. A(p) s = (e0² − eᵀe) s + 2 e (eᵀs) + 2
 * e0 e × s is quadratic in p, a rotation where pᵀp = 1 (Haug 1989, Sect. 9.3).
 */

/** u ← A(p) s. */
export function rotate(p: StaticArray<f64>, at: i32, s: StaticArray<f64>, u: StaticArray<f64>): void {
  const e0: f64 = p[at];
  const e1: f64 = p[at + 1];
  const e2: f64 = p[at + 2];
  const e3: f64 = p[at + 3];
  const x: f64 = s[0];
  const y: f64 = s[1];
  const z: f64 = s[2];
  const keep: f64 = e0 * e0 - e1 * e1 - e2 * e2 - e3 * e3;
  const along: f64 = 2.0 * (e1 * x + e2 * y + e3 * z);
  const turn: f64 = 2.0 * e0;
  u[0] = keep * x + along * e1 + turn * (e2 * z - e3 * y);
  u[1] = keep * y + along * e2 + turn * (e3 * x - e1 * z);
  u[2] = keep * z + along * e3 + turn * (e1 * y - e2 * x);
}

/**
 * B ← ∂(A(p) s)/∂p, 3 × 4. It is linear in p, so that (A s)˙ = B(p) ṗ and (A s)¨ = B(p) p̈ + B(ṗ)
 * ṗ.
 */
export function rotationJacobian(
  p: StaticArray<f64>,
  at: i32,
  s: StaticArray<f64>,
  B: StaticArray<f64>,
): void {
  const e0: f64 = p[at];
  const e1: f64 = p[at + 1];
  const e2: f64 = p[at + 2];
  const e3: f64 = p[at + 3];
  const x: f64 = s[0];
  const y: f64 = s[1];
  const z: f64 = s[2];
  const dot: f64 = e1 * x + e2 * y + e3 * z;
  B[0] = 2.0 * (e0 * x + e2 * z - e3 * y);
  B[1] = 2.0 * dot;
  B[2] = 2.0 * (e1 * y - x * e2 + e0 * z);
  B[3] = 2.0 * (e1 * z - x * e3 - e0 * y);
  B[4] = 2.0 * (e0 * y + e3 * x - e1 * z);
  B[5] = 2.0 * (e2 * x - y * e1 - e0 * z);
  B[6] = 2.0 * dot;
  B[7] = 2.0 * (e2 * z - y * e3 + e0 * x);
  B[8] = 2.0 * (e0 * z + e1 * y - e2 * x);
  B[9] = 2.0 * (e3 * x - z * e1 + e0 * y);
  B[10] = 2.0 * (e3 * y - z * e2 - e0 * x);
  B[11] = 2.0 * dot;
}

/**
 * u ← L(p) x with L = (−e, e0 I − ẽ), 3 × 4: ω′ = 2 L ṗ is the angular velocity in the body's axes.
 */
export function half(
  p: StaticArray<f64>,
  at: i32,
  x: StaticArray<f64>,
  from: i32,
  u: StaticArray<f64>,
): void {
  const e0: f64 = p[at];
  const e1: f64 = p[at + 1];
  const e2: f64 = p[at + 2];
  const e3: f64 = p[at + 3];
  u[0] = -e1 * x[from] + e0 * x[from + 1] + e3 * x[from + 2] - e2 * x[from + 3];
  u[1] = -e2 * x[from] - e3 * x[from + 1] + e0 * x[from + 2] + e1 * x[from + 3];
  u[2] = -e3 * x[from] + e2 * x[from + 1] - e1 * x[from + 2] + e0 * x[from + 3];
}

/** y ← y + factor L(p)ᵀ u, four numbers from index `to`. */
export function addHalfTransposed(
  p: StaticArray<f64>,
  at: i32,
  u: StaticArray<f64>,
  factor: f64,
  y: StaticArray<f64>,
  to: i32,
): void {
  const e0: f64 = p[at];
  const e1: f64 = p[at + 1];
  const e2: f64 = p[at + 2];
  const e3: f64 = p[at + 3];
  const a: f64 = factor * u[0];
  const b: f64 = factor * u[1];
  const c: f64 = factor * u[2];
  y[to] += -e1 * a - e2 * b - e3 * c;
  y[to + 1] += e0 * a - e3 * b + e2 * c;
  y[to + 2] += e3 * a + e0 * b - e1 * c;
  y[to + 3] += -e2 * a + e1 * b + e0 * c;
}
