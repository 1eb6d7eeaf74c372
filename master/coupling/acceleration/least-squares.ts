import type { StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import type { Acceleration, AccelerationKind } from './acceleration.ts';

/** Limit of stored columns, and the least new share of the length of a column that is used. */
const mostColumns = 20;
const newShare = 1e-8;

/**
 * Multi-secant iteration u ← G(u) + W c, where c minimizes |r + V c| in nominal values and r = G(u)
 * − u. The columns of V and W are the changes of r and G(u) between tries, the newest first. They
 * are orthogonalized by Gram–Schmidt QR, and dependent columns are skipped.
 *
 * `anderson` uses at most five columns of the present step (Anderson 1965, Walker & Ni 2011).
 * `iqn-ils` also uses columns of earlier steps (Degroote, Bathe & Vierendeels 2009).
 */
export const anderson: AccelerationKind = {
  name: 'anderson',
  make: (n, omega) => new LeastSquares('anderson', n, omega, 5, false),
};

export const iqnIls: AccelerationKind = {
  name: 'iqn-ils',
  make: (n, omega) => new LeastSquares('iqn-ils', n, omega, mostColumns, true),
};

class LeastSquares implements Acceleration {
  /** Columns, stored as rows in a ring buffer. */
  private readonly V: Float64Array[];
  private readonly W: Float64Array[];
  private readonly residual: Float64Array;
  private readonly value: Float64Array;
  private readonly weighted: Float64Array;
  private readonly most: number;
  private columns = 0;
  private newest = -1;
  private tries = 0;
  /** Orthonormal columns, and the triangle R with V = Q R. */
  private readonly Q: Float64Array[];
  private readonly R: Float64Array;
  private readonly used: Int32Array;
  private readonly c: Float64Array;
  private readonly product = new Float64Array(1);

  constructor(
    readonly name: string,
    private readonly n: number,
    private readonly omega: number,
    most: number,
    private readonly reuses: boolean,
  ) {
    this.most = Math.max(1, Math.min(most, reuses ? 2 * n : n));
    const rows = (): Float64Array[] => Array.from({ length: this.most }, () => new Float64Array(n));
    [this.V, this.W, this.Q] = [rows(), rows(), rows()];
    this.residual = new Float64Array(n);
    this.value = new Float64Array(n);
    this.weighted = new Float64Array(n);
    this.R = new Float64Array(this.most * this.most);
    this.used = new Int32Array(this.most);
    this.c = new Float64Array(this.most);
  }

  begin(): void {
    this.tries = 0;
    if (!this.reuses) this.columns = 0;
  }

  forget(): void {
    this.columns = 0;
  }

  improve(u: Float64Array, g: Float64Array, weights: Float64Array): void {
    const { n, residual, value } = this;
    if (this.tries++ > 0) this.take(u, g);
    for (let i = 0; i < n; i++) {
      residual[i] = g[i] - u[i];
      value[i] = g[i];
    }
    const rank = this.factor(weights);
    if (rank === 0) {
      for (let i = 0; i < n; i++) u[i] += this.omega * residual[i];
      return;
    }
    this.solve(rank, weights);
    for (let i = 0; i < n; i++) u[i] = g[i];
    for (let k = 0; k < rank; k++) {
      const w = this.W[this.used[k]];
      for (let i = 0; i < n; i++) u[i] += this.c[k] * w[i];
    }
  }

  /** Stores the change since the last try as a column. */
  private take(u: Float64Array, g: Float64Array): void {
    const { n, residual, value, most } = this;
    this.newest = (this.newest + 1) % most;
    if (this.columns < most) this.columns++;
    const v = this.V[this.newest];
    const w = this.W[this.newest];
    for (let i = 0; i < n; i++) {
      v[i] = g[i] - u[i] - residual[i];
      w[i] = g[i] - value[i];
    }
  }

  /**
   * Factors W V = Q R with weights W by modified Gram–Schmidt, twice for each column, the newest
   * first. Returns the number of used columns.
   */
  private factor(weights: Float64Array): number {
    const { n, V, Q, R, used, most, columns, newest, product } = this;
    let rank = 0;
    for (let k = 0; k < columns && rank < n; k++) {
      const at = (newest - k + most) % most;
      const q = Q[rank];
      for (let i = 0; i < n; i++) q[i] = weights[i] * V[at][i];
      multiply(q, q, product);
      const square = product[0];
      for (let j = 0; j < rank; j++) R[j * most + rank] = 0;
      for (let pass = 0; pass < 2; pass++)
        for (let j = 0; j < rank; j++) {
          multiply(Q[j], q, product);
          const share = product[0];
          R[j * most + rank] += share;
          for (let i = 0; i < n; i++) q[i] -= share * Q[j][i];
        }
      multiply(q, q, product);
      if (!(product[0] > newShare * newShare * square)) continue;
      const rest = Math.sqrt(product[0]);
      R[rank * most + rank] = rest;
      for (let i = 0; i < n; i++) q[i] /= rest;
      used[rank++] = at;
    }
    return rank;
  }

  /** Solves R c = −Qᵀ W r. */
  private solve(rank: number, weights: Float64Array): void {
    const { Q, R, c, most, residual, weighted, product } = this;
    for (let i = 0; i < weighted.length; i++) weighted[i] = weights[i] * residual[i];
    for (let k = rank - 1; k >= 0; k--) {
      multiply(Q[k], weighted, product);
      let sum = -product[0];
      for (let j = k + 1; j < rank; j++) sum -= R[k * most + j] * c[j];
      c[k] = sum / R[k * most + k];
    }
  }

  visitState(state: StateVisitor): void {
    this.columns = state.count('columns', this.columns, this.most);
    this.newest = state.count('newest', this.newest + 1, this.most) - 1;
    for (let k = 0; k < this.most; k++) {
      state.array('V', this.V[k]);
      state.array('W', this.W[k]);
    }
  }
}

/** Writes aᵀb to `product`. Returning the number might allocate memory. */
function multiply(a: Float64Array, b: Float64Array, product: Float64Array): void {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  product[0] = sum;
}
