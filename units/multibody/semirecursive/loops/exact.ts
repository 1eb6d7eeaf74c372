import { fail } from 'fmukit/author';
import { ldlFactor, ldlSolve } from '../../../numerics/ldl';
import { Accumulation } from '../dynamics/accumulation';
import { Mechanism } from '../tree-mechanism';

/** Iterations of the multipliers: each leaves some 1e-4 of the error. */
const iterations: i32 = 20;

/**
 * Accelerations and multipliers of M′ z̈ + Φ_zᵀ λ = b, Φ_z z̈ = −Φ̇_z ż by the index-1 augmented
 * Lagrangian,
 *
 *     (M′ + β Φ_zᵀ Φ_z) z̈ = b − Φ_zᵀ (λ + β Φ̇_z ż),    λ ← λ + β (Φ_z z̈ + Φ̇_z ż),
 *
 * It converges even with redundant constraints (Bayo, García de Jalón & Serna 1988).
 */
export class Exact {
  readonly lambda: StaticArray<f64>;
  private mass: Accumulation;
  private W: StaticArray<f64>;
  private b: StaticArray<f64>;

  constructor(readonly mechanism: Mechanism) {
    const n: i32 = mechanism.n;
    this.lambda = new StaticArray<f64>(mechanism.m);
    this.mass = new Accumulation(mechanism.tree);
    this.W = new StaticArray<f64>(n * n);
    this.b = new StaticArray<f64>(n);
  }

  /** a ← z̈ at the mechanism's positions, velocities and forces as they stand. */
  solve(a: StaticArray<f64>): void {
    const mechanism: Mechanism = this.mechanism;
    const n: i32 = mechanism.n;
    const m: i32 = mechanism.m;
    const J: StaticArray<f64> = mechanism.J;
    mechanism.curvature();
    a.fill(0.0);
    mechanism.residual(a, this.b);
    mechanism.subtractForces(this.b, 1.0);
    const beta: f64 = this.factor();
    this.lambda.fill(0.0);
    for (let j: i32 = 0; j < iterations; j++) {
      for (let i: i32 = 0; i < n; i++) {
        let sum: f64 = -this.b[i];
        for (let r: i32 = 0; r < m; r++) sum -= J[r * n + i] * (this.lambda[r] + beta * mechanism.gamma[r]);
        a[i] = sum;
      }
      ldlSolve(this.W, n, a);
      for (let r: i32 = 0; r < m; r++) {
        let sum: f64 = mechanism.gamma[r];
        for (let i: i32 = 0; i < n; i++) sum += J[r * n + i] * a[i];
        this.lambda[r] += beta * sum;
      }
    }
  }

  /** W ← factors of M′ + β Φ_zᵀ Φ_z. Gives β. */
  private factor(): f64 {
    const n: i32 = this.mechanism.n;
    const J: StaticArray<f64> = this.mechanism.J;
    this.mass.evaluate();
    let largest: f64 = 0.0;
    for (let i: i32 = 0; i < n; i++) largest = Math.max(largest, this.mass.M[i * n + i]);
    const beta: f64 = 1e4 * largest;
    for (let i: i32 = 0; i < n; i++) {
      for (let j: i32 = 0; j <= i; j++) {
        let sum: f64 = 0.0;
        for (let r: i32 = 0; r < this.mechanism.m; r++) sum += J[r * n + i] * J[r * n + j];
        this.W[i * n + j] = this.mass.M[i * n + j] + beta * sum;
      }
    }
    if (!ldlFactor(this.W, n))
      fail('semirecursive formulation: the mass matrix is singular; every coordinate must move a mass');
    return beta;
  }
}
