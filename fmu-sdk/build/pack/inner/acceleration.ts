/** Kinds of acceleration, in the order of `iteration-plan.ts`. */
export const relaxation: u32 = 0;
export const aitken: u32 = 1;
export const anderson: u32 = 2;
export const iqnIls: u32 = 3;

/** Least new share of the length of a column that is used. */
const newShare: f64 = 1.0e-8;

/**
 * Finds the fixed point u = G(u). The operations have the order of those in
 * `master/coupling/acceleration/`.
 */
export class Acceleration {
  private kind: u32;
  private n: i32;
  private first: f64;
  private omega: f64 = 1.0;
  private tries: i32 = 0;
  private most: i32;
  private columns: i32 = 0;
  private newest: i32 = -1;
  private residual: StaticArray<f64>;
  private value: StaticArray<f64>;
  private weighted: StaticArray<f64>;
  /** Columns as rows, one after another. */
  private V: StaticArray<f64>;
  private W: StaticArray<f64>;
  private Q: StaticArray<f64>;
  private R: StaticArray<f64>;
  private used: StaticArray<i32>;
  private c: StaticArray<f64>;

  /** @param most limit of stored columns */
  constructor(kind: u32, n: i32, most: i32, omega: f64) {
    this.kind = kind;
    this.n = n;
    this.first = omega;
    this.most = most;
    this.residual = new StaticArray<f64>(n);
    this.value = new StaticArray<f64>(n);
    this.weighted = new StaticArray<f64>(n);
    this.V = new StaticArray<f64>(most * n);
    this.W = new StaticArray<f64>(most * n);
    this.Q = new StaticArray<f64>(most * n);
    this.R = new StaticArray<f64>(most * most);
    this.used = new StaticArray<i32>(most);
    this.c = new StaticArray<f64>(most);
  }

  /** Discards all information. */
  forget(): void {
    this.columns = 0;
    this.newest = -1;
  }

  /** Begins a new step. */
  begin(): void {
    this.tries = 0;
    this.omega = this.first;
    if (this.kind !== iqnIls) this.columns = 0;
  }

  /** Overwrites u with the next value, where g = G(u). */
  improve(u: StaticArray<f64>, g: StaticArray<f64>, weights: StaticArray<f64>): void {
    if (this.kind === relaxation) {
      for (let i = 0; i < this.n; i++) unchecked((u[i] = u[i] + this.first * (g[i] - u[i])));
    } else if (this.kind === aitken) this.improveByAitken(u, g, weights);
    else this.improveByColumns(u, g, weights);
  }

  private improveByAitken(u: StaticArray<f64>, g: StaticArray<f64>, weights: StaticArray<f64>): void {
    const n: i32 = this.n;
    const residual: StaticArray<f64> = this.residual;
    if (this.tries++ > 0) {
      let along: f64 = 0.0;
      let square: f64 = 0.0;
      for (let i = 0; i < n; i++) {
        const change: f64 = g[i] - u[i] - residual[i];
        const weight: f64 = weights[i] * weights[i];
        along += weight * residual[i] * change;
        square += weight * change * change;
      }
      if (square > 0.0) this.omega *= -along / square;
    }
    for (let i = 0; i < n; i++) {
      residual[i] = g[i] - u[i];
      u[i] = u[i] + this.omega * residual[i];
    }
  }

  private improveByColumns(u: StaticArray<f64>, g: StaticArray<f64>, weights: StaticArray<f64>): void {
    const n: i32 = this.n;
    const residual: StaticArray<f64> = this.residual;
    if (this.tries++ > 0) this.take(u, g);
    for (let i = 0; i < n; i++) {
      residual[i] = g[i] - u[i];
      this.value[i] = g[i];
    }
    const rank: i32 = this.factor(weights);
    if (rank === 0) {
      for (let i = 0; i < n; i++) u[i] = u[i] + this.first * residual[i];
      return;
    }
    this.solve(rank, weights);
    for (let i = 0; i < n; i++) u[i] = g[i];
    for (let k = 0; k < rank; k++) {
      const w: i32 = this.used[k] * n;
      for (let i = 0; i < n; i++) u[i] = u[i] + this.c[k] * this.W[w + i];
    }
  }

  /** Stores the change since the last try as a column. */
  private take(u: StaticArray<f64>, g: StaticArray<f64>): void {
    const n: i32 = this.n;
    this.newest = (this.newest + 1) % this.most;
    if (this.columns < this.most) this.columns++;
    const at: i32 = this.newest * n;
    for (let i = 0; i < n; i++) {
      this.V[at + i] = g[i] - u[i] - this.residual[i];
      this.W[at + i] = g[i] - this.value[i];
    }
  }

  /** Factors W V = Q R with weights W by modified Gram–Schmidt. Returns the number of used columns. */
  private factor(weights: StaticArray<f64>): i32 {
    const n: i32 = this.n;
    const most: i32 = this.most;
    const Q: StaticArray<f64> = this.Q;
    const R: StaticArray<f64> = this.R;
    let rank: i32 = 0;
    for (let k = 0; k < this.columns && rank < n; k++) {
      const at: i32 = (this.newest - k + most) % most;
      const q: i32 = rank * n;
      for (let i = 0; i < n; i++) Q[q + i] = weights[i] * this.V[at * n + i];
      const square: f64 = product(Q, q, Q, q, n);
      for (let j = 0; j < rank; j++) R[j * most + rank] = 0.0;
      for (let pass = 0; pass < 2; pass++)
        for (let j = 0; j < rank; j++) {
          const share: f64 = product(Q, j * n, Q, q, n);
          R[j * most + rank] = R[j * most + rank] + share;
          for (let i = 0; i < n; i++) Q[q + i] = Q[q + i] - share * Q[j * n + i];
        }
      const left: f64 = product(Q, q, Q, q, n);
      if (!(left > newShare * newShare * square)) continue;
      const rest: f64 = Math.sqrt(left);
      R[rank * most + rank] = rest;
      for (let i = 0; i < n; i++) Q[q + i] = Q[q + i] / rest;
      this.used[rank++] = at;
    }
    return rank;
  }

  /** Solves R c = −Qᵀ W r. */
  private solve(rank: i32, weights: StaticArray<f64>): void {
    const most: i32 = this.most;
    const R: StaticArray<f64> = this.R;
    const c: StaticArray<f64> = this.c;
    for (let i = 0; i < this.n; i++) this.weighted[i] = weights[i] * this.residual[i];
    for (let k = rank - 1; k >= 0; k--) {
      let sum: f64 = -product(this.Q, k * this.n, this.weighted, 0, this.n);
      for (let j = k + 1; j < rank; j++) sum -= R[k * most + j] * c[j];
      c[k] = sum / R[k * most + k];
    }
  }
}

function product(a: StaticArray<f64>, from: i32, b: StaticArray<f64>, begin: i32, n: i32): f64 {
  let sum: f64 = 0.0;
  for (let i = 0; i < n; i++) sum += a[from + i] * b[begin + i];
  return sum;
}
