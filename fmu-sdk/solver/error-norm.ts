import type { Tolerance } from './ode-integrator.ts';

/** Returns √(1/n Σ (eᵢ / (absoluteᵢ + relative · max(|aᵢ|, |bᵢ|)))²), or 0 without states. */
export function errorNorm(e: Float64Array, a: Float64Array, b: Float64Array, tolerance: Tolerance): number {
  const { relative, absolute } = tolerance;
  const n = e.length;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const r = e[i] / (absolute[i] + relative * Math.max(Math.abs(a[i]), Math.abs(b[i])));
    sum += r * r;
  }
  return n === 0 ? 0 : Math.sqrt(sum / n);
}
