import type { OdeProblem } from './integrator.ts';

/**
 * Jacobian by forward differences, column by column: δⱼ = √ε · max(|xⱼ|, sizeⱼ), in the direction of fⱼ. `sizes` are
 * the states' nominal values; work holds f at the shifted point.
 */
export function finiteDifferences(
  problem: Pick<OdeProblem, 'derivatives'>,
  t: number,
  x: Float64Array,
  f: Float64Array,
  sizes: Float64Array,
  work: Float64Array,
  J: Float64Array,
): void {
  const n = x.length;
  for (let j = 0; j < n; j++) {
    const held = x[j];
    const size = Math.sqrt(Number.EPSILON) * Math.max(Math.abs(held), sizes[j]);
    x[j] = held + (f[j] < 0 ? -size : size);
    if (!problem.derivatives(t, x, work)) {
      x[j] = held - (x[j] - held);
      if (!problem.derivatives(t, x, work)) work.set(f);
    }
    const delta = x[j] - held;
    x[j] = held;
    for (let i = 0; i < n; i++) J[i * n + j] = (work[i] - f[i]) / delta;
  }
}
