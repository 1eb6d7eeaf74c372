import { cross, dot } from './algebra';

/**
 * Rotations by the parameters of Cayley, Gibbs and Rodrigues (Ghiringhelli, Masarati & Mantegazza
 * 2000; Zhang, Zhang, Zanoni & Masarati 2022, Sect. 3.1). For an angle φ about n, with κ = 4/(4 +
 * g·g):
 *
 *     g = 2 tan(φ/2) n,    R(g) = I + κ (g× + ½ g× g×),    ω = G(g) ġ
 *     G(g) = κ (I + ½ g×),    G(g)⁻¹ = I − ½ g× + ¼ g gᵀ,    RᵀG = Gᵀ
 *
 * Angles are those of one step, and stay below π.
 */

/** κ = 4/(4 + g·g). */
export function cayleyFactor(g: StaticArray<f64>, i: i32): f64 {
  return 4.0 / (4.0 + dot(g, i, g, i));
}

/** o ← R(g). */
export function rotationOf(g: StaticArray<f64>, i: i32, o: StaticArray<f64>, k: i32): void {
  const x: f64 = unchecked(g[i]);
  const y: f64 = unchecked(g[i + 1]);
  const z: f64 = unchecked(g[i + 2]);
  const f: f64 = cayleyFactor(g, i);
  const h: f64 = 0.5 * f;
  unchecked((o[k] = 1.0 - h * (y * y + z * z)));
  unchecked((o[k + 1] = h * x * y - f * z));
  unchecked((o[k + 2] = h * x * z + f * y));
  unchecked((o[k + 3] = h * x * y + f * z));
  unchecked((o[k + 4] = 1.0 - h * (x * x + z * z)));
  unchecked((o[k + 5] = h * y * z - f * x));
  unchecked((o[k + 6] = h * x * z - f * y));
  unchecked((o[k + 7] = h * y * z + f * x));
  unchecked((o[k + 8] = 1.0 - h * (x * x + y * y)));
}

/** o ← G(g). */
export function rateMatrix(g: StaticArray<f64>, i: i32, o: StaticArray<f64>, k: i32): void {
  const f: f64 = cayleyFactor(g, i);
  const x: f64 = 0.5 * f * unchecked(g[i]);
  const y: f64 = 0.5 * f * unchecked(g[i + 1]);
  const z: f64 = 0.5 * f * unchecked(g[i + 2]);
  unchecked((o[k] = f));
  unchecked((o[k + 1] = -z));
  unchecked((o[k + 2] = y));
  unchecked((o[k + 3] = z));
  unchecked((o[k + 4] = f));
  unchecked((o[k + 5] = -x));
  unchecked((o[k + 6] = -y));
  unchecked((o[k + 7] = x));
  unchecked((o[k + 8] = f));
}

/** o ← G(g)⁻¹. */
export function inverseRateMatrix(g: StaticArray<f64>, i: i32, o: StaticArray<f64>, k: i32): void {
  for (let p: i32 = 0; p < 3; p++)
    for (let q: i32 = 0; q < 3; q++)
      unchecked((o[k + 3 * p + q] = 0.25 * unchecked(g[i + p]) * unchecked(g[i + q])));
  const x: f64 = 0.5 * unchecked(g[i]);
  const y: f64 = 0.5 * unchecked(g[i + 1]);
  const z: f64 = 0.5 * unchecked(g[i + 2]);
  unchecked((o[k] += 1.0));
  unchecked((o[k + 1] += z));
  unchecked((o[k + 2] -= y));
  unchecked((o[k + 3] -= z));
  unchecked((o[k + 4] += 1.0));
  unchecked((o[k + 5] += x));
  unchecked((o[k + 6] += y));
  unchecked((o[k + 7] -= x));
  unchecked((o[k + 8] += 1.0));
}

/** ω ← G(g) ġ. */
export function spinOf(
  g: StaticArray<f64>,
  i: i32,
  rate: StaticArray<f64>,
  j: i32,
  o: StaticArray<f64>,
  k: i32,
): void {
  const f: f64 = cayleyFactor(g, i);
  cross(g, i, rate, j, o, k);
  for (let p: i32 = 0; p < 3; p++)
    unchecked((o[k + p] = f * (unchecked(rate[j + p]) + 0.5 * unchecked(o[k + p]))));
}

/** ġ ← G(g)⁻¹ ω. */
export function rateOf(
  g: StaticArray<f64>,
  i: i32,
  w: StaticArray<f64>,
  j: i32,
  o: StaticArray<f64>,
  k: i32,
): void {
  const along: f64 = 0.25 * dot(g, i, w, j);
  cross(g, i, w, j, o, k);
  for (let p: i32 = 0; p < 3; p++)
    unchecked((o[k + p] = unchecked(w[j + p]) - 0.5 * unchecked(o[k + p]) + along * unchecked(g[i + p])));
}

/** o ← g of R(a) R(b)ᵀ: (a − b − ½ a × b)/(1 + ¼ a·b). */
export function relativeTo(
  a: StaticArray<f64>,
  i: i32,
  b: StaticArray<f64>,
  j: i32,
  o: StaticArray<f64>,
  k: i32,
): void {
  const f: f64 = 1.0 / (1.0 + 0.25 * dot(a, i, b, j));
  cross(a, i, b, j, o, k);
  for (let p: i32 = 0; p < 3; p++)
    unchecked((o[k + p] = f * (unchecked(a[i + p]) - unchecked(b[j + p]) - 0.5 * unchecked(o[k + p]))));
}

/** o ← g of a rotation matrix, (R − Rᵀ)^∨ · 2/(1 + tr R). */
export function parametersOf(r: StaticArray<f64>, i: i32, o: StaticArray<f64>, k: i32): void {
  const f: f64 = 2.0 / (1.0 + unchecked(r[i]) + unchecked(r[i + 4]) + unchecked(r[i + 8]));
  unchecked((o[k] = f * (unchecked(r[i + 7]) - unchecked(r[i + 5]))));
  unchecked((o[k + 1] = f * (unchecked(r[i + 2]) - unchecked(r[i + 6]))));
  unchecked((o[k + 2] = f * (unchecked(r[i + 3]) - unchecked(r[i + 1]))));
}

/** o ← ∂(G(g) ġ)/∂g = −½ κ² (ġ + ½ g × ġ) gᵀ − ½ κ ġ×. */
export function spinByParameters(
  g: StaticArray<f64>,
  i: i32,
  rate: StaticArray<f64>,
  j: i32,
  o: StaticArray<f64>,
  k: i32,
): void {
  const f: f64 = cayleyFactor(g, i);
  const w: f64 = -0.5 * f;
  const x: f64 = unchecked(g[i]);
  const y: f64 = unchecked(g[i + 1]);
  const z: f64 = unchecked(g[i + 2]);
  const a: f64 = unchecked(rate[j]);
  const b: f64 = unchecked(rate[j + 1]);
  const c: f64 = unchecked(rate[j + 2]);
  const sx: f64 = w * f * (a + 0.5 * (y * c - z * b));
  const sy: f64 = w * f * (b + 0.5 * (z * a - x * c));
  const sz: f64 = w * f * (c + 0.5 * (x * b - y * a));
  unchecked((o[k] = sx * x));
  unchecked((o[k + 1] = sx * y - w * c));
  unchecked((o[k + 2] = sx * z + w * b));
  unchecked((o[k + 3] = sy * x + w * c));
  unchecked((o[k + 4] = sy * y));
  unchecked((o[k + 5] = sy * z - w * a));
  unchecked((o[k + 6] = sz * x - w * b));
  unchecked((o[k + 7] = sz * y + w * a));
  unchecked((o[k + 8] = sz * z));
}
