/*
 * Euler parameters p = (e0, e), from index `at` of an array. A(p) s is quadratic in p, and a
 * rotation if pᵀp = 1. B(p) = ∂(A(p) s)/∂p is linear in p: (A s)˙ = B(p) ṗ, (A s)¨ = B(p) p̈ + B(ṗ)
 * ṗ (Haug 1989, Sect. 9.3).
 */

/** u ← A(p) s. */
export function rotate(p: Float64Array, at: number, s: Float64Array, u: Float64Array): void {
  turn(p, at, 1, s, u);
}

/** u ← A(p)ᵀ s. */
export function rotateBack(p: Float64Array, at: number, s: Float64Array, u: Float64Array): void {
  turn(p, at, -1, s, u);
}

/**
 * Computes (e0² − eᵀe) s + 2 e (eᵀs) + 2 e0 e × s, with the vector e times `sign`. s and u may be
 * the same array.
 */
function turn(p: Float64Array, at: number, sign: 1 | -1, s: Float64Array, u: Float64Array): void {
  const e0 = p[at];
  const e1 = sign * p[at + 1];
  const e2 = sign * p[at + 2];
  const e3 = sign * p[at + 3];
  const x = s[0];
  const y = s[1];
  const z = s[2];
  const keep = e0 * e0 - e1 * e1 - e2 * e2 - e3 * e3;
  const along = 2 * (e1 * x + e2 * y + e3 * z);
  u[0] = keep * x + along * e1 + 2 * e0 * (e2 * z - e3 * y);
  u[1] = keep * y + along * e2 + 2 * e0 * (e3 * x - e1 * z);
  u[2] = keep * z + along * e3 + 2 * e0 * (e1 * y - e2 * x);
}

/** B ← ∂(A(p) s)/∂p, 3 × 4. */
export function rotationJacobian(p: Float64Array, at: number, s: Float64Array, B: Float64Array): void {
  const e0 = p[at];
  const e1 = p[at + 1];
  const e2 = p[at + 2];
  const e3 = p[at + 3];
  const x = s[0];
  const y = s[1];
  const z = s[2];
  const dot = 2 * (e1 * x + e2 * y + e3 * z);
  B[0] = 2 * (e0 * x + e2 * z - e3 * y);
  B[1] = dot;
  B[2] = 2 * (e1 * y - x * e2 + e0 * z);
  B[3] = 2 * (e1 * z - x * e3 - e0 * y);
  B[4] = 2 * (e0 * y + e3 * x - e1 * z);
  B[5] = 2 * (e2 * x - y * e1 - e0 * z);
  B[6] = dot;
  B[7] = 2 * (e2 * z - y * e3 + e0 * x);
  B[8] = 2 * (e0 * z + e1 * y - e2 * x);
  B[9] = 2 * (e3 * x - z * e1 + e0 * y);
  B[10] = 2 * (e3 * y - z * e2 - e0 * x);
  B[11] = dot;
}
