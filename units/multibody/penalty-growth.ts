/** Factor above the mass term to which a penalty is raised. */
const above: f64 = 10.0;

/**
 * Returns a larger penalty α of an index-3 augmented Lagrangian on the trapezoidal rule, after a
 * failed Newton iteration.
 *
 * The multipliers contract by about 1/(1 + α h²/(4 M)) an iteration. α must therefore grow with 4
 * M/h². A penalty above the mass term was not the cause of the failure, and is returned unchanged.
 *
 * @param mass largest diagonal element of the mass matrix
 * @returns α, or 10 · 4 mass / h²
 */
export function grownPenalty(alpha: f64, mass: f64, h: f64): f64 {
  const massTerm: f64 = (4.0 * mass) / (h * h);
  return alpha < massTerm ? above * massTerm : alpha;
}

/** Largest diagonal element of M, n × n, by rows. */
export function largestMass(M: StaticArray<f64>, n: i32): f64 {
  let most: f64 = 0.0;
  for (let i: i32 = 0; i < n; i++) most = Math.max(most, unchecked(M[i * n + i]));
  return most;
}
