/** Number of squarings. A norm of the power 2^32 gives the radius with nine digits or more. */
const squarings = 32;

/**
 * Returns the largest magnitude of the eigenvalues of an n × n matrix, stored by rows. It uses
 * Gelfand's formula ρ = lim ‖Aᵏ‖^(1/k) with k = 2, 4, 8, … Returns NaN if an entry is NaN.
 */
export function spectralRadius(matrix: Float64Array, n: number): number {
  let power = Float64Array.from(matrix);
  let next = new Float64Array(n * n);
  let logarithm = 0;
  for (let k = 0; k < squarings; k++) {
    const size = norm(power);
    if (!(size > 0)) return size;
    // Aᵏ = power · e^logarithm.
    for (let i = 0; i < power.length; i++) power[i] /= size;
    logarithm = 2 * (logarithm + Math.log(size));
    square(power, next, n);
    [power, next] = [next, power];
  }
  const size = norm(power);
  return size > 0 ? Math.exp((logarithm + Math.log(size)) / 2 ** squarings) : size;
}

function norm(values: Float64Array): number {
  let largest = 0;
  for (const x of values) {
    if (Number.isNaN(x)) return Number.NaN;
    largest = Math.max(largest, Math.abs(x));
  }
  return largest;
}

function square(a: Float64Array, into: Float64Array, n: number): void {
  into.fill(0);
  for (let i = 0; i < n; i++)
    for (let k = 0; k < n; k++) {
      const factor = a[i * n + k];
      if (factor !== 0) for (let j = 0; j < n; j++) into[i * n + j] += factor * a[k * n + j];
    }
}
