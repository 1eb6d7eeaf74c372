import type { Law } from '../units/friction/friction-law.ts';

/**
 * A mass on a rough guide, pulled by a spring whose end follows a work cycle like that of a
 * directional valve:
 *
 *     m v̇ = k (u(t) − x) − c v − F_μ(v, y),    ẋ = v,    ẏ = f(v, y)
 *
 * The trapezoidal rule solves x and y in one Newton iteration with a tangent by forward
 * differences. This is monolithic, as in Jaiswal et al. (2021b), with their tolerance 1e-7 and step
 * 1 ms.
 */
export class RoughSlide {
  private readonly law: Law;
  private readonly m = 1000;
  private readonly k = 1e7;
  private readonly c = 2e4;
  private readonly dx = new Float64Array(2);
  /** Calls of the law. */
  evaluations = 0;
  /** Newton iterations of each step. */
  readonly iterations: number[] = [];

  constructor(law: Law) {
    this.law = law;
  }

  /** Runs from rest to `end` [s] with steps of `h` [s], and returns x, v and y at the end. */
  run(end: number, h: number): number[] {
    const n = 1 + this.law.states;
    // z = (x, y), rate = ż, a = v̇
    let z = new Float64Array(n);
    let rate = new Float64Array(n);
    let a = 0;
    for (let i = 1; i <= Math.round(end / h); i++) {
      const t = i * h;
      const from = { z, rate, a };
      z = z.map((value, j) => value + h * rate[j] + (j === 0 ? 0.5 * h * h * a : 0));
      let count = 0;
      for (let largest = 1; largest > 1e-7; count++) {
        if (count === 50) throw new Error(`no convergence at t = ${t} s`);
        const f = this.residual(t, h, z, from);
        const d = solve(this.tangent(t, h, z, from, f), f);
        z = z.map((value, j) => value - d[j]);
        largest = Math.max(...d.map(Math.abs));
      }
      this.iterations.push(count);
      rate = z.map((value, j) => (2 / h) * (value - from.z[j]) - from.rate[j]);
      a = (2 / h) * (rate[0] - from.rate[0]) - from.a;
    }
    return [z[0], rate[0], ...z.slice(1)];
  }

  private residual(
    t: number,
    h: number,
    z: Float64Array,
    from: { z: Float64Array; rate: Float64Array; a: number },
  ): number[] {
    const rate = z.map((value, j) => (2 / h) * (value - from.z[j]) - from.rate[j]);
    const a = (2 / h) * (rate[0] - from.rate[0]) - from.a;
    this.evaluations++;
    const friction = this.law.force(rate[0], z.subarray(1), this.dx, 0);
    const force = this.k * (command(t) - z[0]) - this.c * rate[0] - friction;
    const scale = (h * h) / 4;
    return [
      (scale / this.m) * (this.m * a - force),
      ...[...rate.subarray(1)].map((r, j) => (h / 2) * (r - this.dx[j])),
    ];
  }

  private tangent(
    t: number,
    h: number,
    z: Float64Array,
    from: { z: Float64Array; rate: Float64Array; a: number },
    f: number[],
  ): number[][] {
    const columns = [...z].map((value, j) => {
      const epsilon = 1e-8 * Math.max(1e-2, Math.abs(value));
      const shifted = z.slice();
      shifted[j] += epsilon;
      return this.residual(t, h, shifted, from).map((r, i) => (r - f[i]) / epsilon);
    });
    return f.map((_, i) => columns.map((column) => column[i]));
  }
}

/**
 * u(t) [m]: out at 0.1 m/s from 0.1 to 0.25 s, back at half of it from 0.5 to 0.8 s, with rounded
 * corners.
 */
function command(t: number): number {
  const ramp = (from: number, to: number): number => soft(t - from) - soft(t - to);
  return 0.1 * ramp(0.1, 0.25) - 0.05 * ramp(0.5, 0.8);
}

/** max(t, 0), rounded over 5 ms. */
function soft(t: number): number {
  const width = 0.005;
  return 0.5 * (t + Math.sqrt(t * t + width * width));
}

/** Solves A d = f by Gaussian elimination. A is small and dominated by its diagonal. */
function solve(A: number[][], f: number[]): number[] {
  const rows = A.map((row, i) => [...row, f[i]]);
  const n = f.length;
  for (let k = 0; k < n; k++)
    for (let i = k + 1; i < n; i++) {
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
    }
  for (let i = n - 1; i >= 0; i--) {
    for (let j = i + 1; j < n; j++) rows[i][n] -= rows[i][j] * rows[j][n];
    rows[i][n] /= rows[i][i];
  }
  return rows.map((row) => row[n]);
}
