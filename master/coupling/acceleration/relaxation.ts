import type { Acceleration, AccelerationKind } from './acceleration.ts';

/** u ← u + ω (G(u) − u) with a constant ω. For ω = 1 this is the fixed-point iteration. */
export const relaxation: AccelerationKind = {
  name: 'relaxation',
  make: (n, omega) => ({
    name: 'relaxation',
    begin() {},
    improve(u, g) {
      for (let i = 0; i < n; i++) u[i] += omega * (g[i] - u[i]);
    },
    visitState() {},
  }),
};

/**
 * Dynamic relaxation of Aitken (Irons & Tuck 1969, Küttler & Wall 2008, eq. 44):
 *
 *   ω_k = −ω_{k−1} r_{k−1}ᵀ(r_k − r_{k−1}) / |r_k − r_{k−1}|²
 *
 * with r = G(u) − u in nominal values. Each step begins with the given ω.
 */
export const aitken: AccelerationKind = { name: 'aitken', make: (n, omega) => new Aitken(n, omega) };

class Aitken implements Acceleration {
  readonly name = 'aitken';
  private readonly residual: Float64Array;
  private omega = 1;
  private tries = 0;

  constructor(
    private readonly n: number,
    private readonly first: number,
  ) {
    this.residual = new Float64Array(n);
  }

  begin(): void {
    this.tries = 0;
    this.omega = this.first;
  }

  improve(u: Float64Array, g: Float64Array, weights: Float64Array): void {
    const { n, residual } = this;
    if (this.tries++ > 0) {
      let along = 0;
      let square = 0;
      for (let i = 0; i < n; i++) {
        const change = g[i] - u[i] - residual[i];
        const weight = weights[i] * weights[i];
        along += weight * residual[i] * change;
        square += weight * change * change;
      }
      if (square > 0) this.omega *= -along / square;
    }
    for (let i = 0; i < n; i++) {
      residual[i] = g[i] - u[i];
      u[i] += this.omega * residual[i];
    }
  }

  /** Each step begins anew. */
  visitState(): void {}
}
