import { Tableau } from './tableau';

/**
 * MSSTC(n), n = 3, 4, 5: n sub-steps of equal cost, second order, A-stable (Zhang, Zhang, Zanoni &
 * Masarati 2022). All stages but the last are the trapezoidal rule. The last preserves low
 * frequencies as well as n sub-steps can. With R = P/(1 − s)ⁿ, s = γ λ Δt and P = Σ q_j sʲ, the
 * spectral radius is flat at 0,
 *
 *     |1 − iy|²ⁿ − |P(iy)|² = (1 − ρ∞²) y²ⁿ
 *
 * which with order 2 (q₁ = x − n, q₂ = x²/2 − n x + C(n, 2), x = 1/γ) and q_n = ρ∞ leaves one
 * equation for x.
 */
export class SubStepsTrapezoidal {
  /** P's coefficients q_j. */
  private readonly q: StaticArray<f64> = new StaticArray<f64>(6);
  private readonly g: StaticArray<f64> = new StaticArray<f64>(5);
  private readonly basis: StaticArray<f64> = new StaticArray<f64>(5);

  /** Fills the tableau for n = 3, 4 or 5 and 0 ≤ ρ∞ ≤ 1. */
  fill(tableau: Tableau, n: i32, rho: f64): void {
    const x: f64 = this.root(n, rho);
    const gamma: f64 = 1.0 / x;
    tableau.open(n + 1, gamma);
    for (let i: i32 = 1; i < n; i++) {
      tableau.set(i, 0, gamma);
      for (let j: i32 = 1; j < i; j++) tableau.set(i, j, 2.0 * gamma);
    }
    this.last(tableau, n, gamma);
    tableau.close();
  }

  /**
   * x = 1/γ by Newton's iteration from between the roots for ρ∞ = 0 and 1, which are simple and
   * near.
   */
  private root(n: i32, rho: f64): f64 {
    const from: f64 = n == 3 ? 5.5425 : n == 4 ? 7.6116 : 9.6565;
    let x: f64 = from + (2.0 * f64(n) - from) * rho;
    for (let j: i32 = 0; j < 8; j++) x -= this.flatness(n, rho, x);
    this.flatness(n, rho, x);
    return x;
  }

  /**
   * Fills q for x, and returns the Newton step f/f′ of the remaining equation. d contains
   * derivatives by x.
   */
  private flatness(n: i32, rho: f64, x: f64): f64 {
    const q: StaticArray<f64> = this.q;
    const q1: f64 = x - f64(n);
    const q2: f64 = (0.5 * x - f64(n)) * x + 0.5 * f64(n) * f64(n - 1);
    q[0] = 1.0;
    q[1] = q1;
    q[2] = q2;
    q[n] = rho;
    if (n == 3) return (q2 * q2 - 2.0 * q1 * rho - 3.0) / (2.0 * (q2 * q1 - rho));
    if (n == 4) {
      const q3: f64 = (0.5 * q2 * q2 + rho - 3.0) / q1;
      q[3] = q3;
      return (q3 * q3 - 2.0 * q2 * rho - 4.0) / (2.0 * (q3 * (q2 - q3 / q1) - rho * q1));
    }
    const b: f64 = rho / q1;
    const db: f64 = -b / q1;
    const rest: f64 = q2 * q2 - 10.0;
    const root: f64 = Math.sqrt(b * b + 5.0 + b * rest);
    const q4: f64 = b + root;
    const d4: f64 = db + (b * db + 0.5 * db * rest + b * q2 * q1) / root;
    const q3: f64 = (0.5 * rest + q4) / q1;
    const d3: f64 = q2 + (d4 - q3) / q1;
    q[3] = q3;
    q[4] = q4;
    return (q3 * q3 - 2.0 * q2 * q4 + 2.0 * q1 * rho - 10.0) / (2.0 * (q3 * d3 - q1 * q4 - q2 * d4 + rho));
  }

  /**
   * Computes b_j = γ β_j. In u = (1 + s)/(1 − s) the β_j are coefficients of uʲ:
   *
   *     Σ β_j (1 + s)ʲ (1 − s)ⁿ⁻¹⁻ʲ = (P(s) − (1 − s)ⁿ⁻¹)/s
   */
  private last(tableau: Tableau, n: i32, gamma: f64): void {
    const g: StaticArray<f64> = this.g;
    let binomial: f64 = 1.0;
    for (let k: i32 = 1; k <= n; k++) {
      binomial *= f64(k - n) / f64(k);
      g[k - 1] = this.q[k] - binomial;
    }
    const scale: f64 = gamma / f64(1 << (n - 1));
    for (let j: i32 = 0; j < n; j++) {
      let sum: f64 = 0.0;
      for (let k: i32 = 0; k < n; k++) sum += g[k] * this.coefficient(j, k, n - 1 - k);
      tableau.set(n, j, scale * sum);
    }
  }

  /** Coefficient of uʲ in (u − 1)ᵏ (u + 1)ᵐ. */
  private coefficient(j: i32, k: i32, m: i32): f64 {
    const basis: StaticArray<f64> = this.basis;
    basis.fill(0.0);
    basis[0] = 1.0;
    for (let factor: i32 = 0; factor < k + m; factor++) {
      const sign: f64 = factor < k ? -1.0 : 1.0;
      for (let i: i32 = factor + 1; i > 0; i--) basis[i] = basis[i - 1] + sign * basis[i];
      basis[0] *= sign;
    }
    return basis[j];
  }
}
