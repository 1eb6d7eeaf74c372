/**
 * Coefficients of the linear multi-step methods LMS2, LMS3, LMS4 (Zhang, Zhang, Zanoni & Masarati
 * 2022, eq. 2):
 *
 *     y_k = Σ α_j y_{k−j} + Δt Σ β_j ẏ_{k−j},   β_j = β₀ C(r, j) ρ^j
 *
 * The methods have second order, are A-stable, and have all roots at infinity at −ρ∞. ρ∞ = 0 is a
 * backward differentiation formula, 1 the trapezoidal rule.
 *
 * LMS2 supports variable steps (Masarati, Lanz & Mantegazza 2001): a = Δt / Δt before.
 */
export class LinearMultiStep {
  steps: i32 = 0;
  readonly alpha: StaticArray<f64> = new StaticArray<f64>(5);
  /** β_j. Of LMS2 for the present ratio of steps. */
  readonly beta: StaticArray<f64> = new StaticArray<f64>(5);
  private rho: f64 = 0.0;

  /** Computes the coefficients for r = 2, 3 or 4 and 0 ≤ ρ∞ ≤ 1. */
  prepare(steps: i32, rho: f64): void {
    this.steps = steps;
    this.rho = rho;
    if (steps == 2) this.two(1.0);
    else if (steps == 3) this.three(rho);
    else this.four(rho);
  }

  /** LMS2 for a step that is a times as long as the one before. */
  two(a: f64): void {
    const p: f64 = this.rho;
    const q: f64 = (1.0 - p) * (1.0 - p);
    const D: f64 = 2.0 * (1.0 + a) - q;
    const beta: f64 = (a * (q * (2.0 + a) + 2.0 * (2.0 * p - 1.0) * (1.0 + a))) / D;
    const delta: f64 = (0.5 * a * a * q) / D;
    this.alpha[1] = 1.0 - beta;
    this.alpha[2] = beta;
    // The published betas multiply the step before. Here the present one.
    this.beta[0] = (delta / a + 0.5 * a) / a;
    this.beta[1] = (0.5 * beta + 0.5 * a - (delta / a) * (1.0 + a)) / a;
    this.beta[2] = (0.5 * beta + delta) / a;
  }

  /** Error of a step of LMS2 [Δt³ y‴]: what y = t³/6 leaves of the formula. */
  error(a: f64): f64 {
    const before: f64 = 1.0 / a;
    return (
      1.0 / 6.0 +
      (this.alpha[2] * before * before * before) / 6.0 -
      0.5 * (this.beta[0] + this.beta[2] * before * before)
    );
  }

  private three(p: f64): void {
    const D: f64 = p * p - 5.0 * p + 10.0;
    this.alpha[1] = (3.0 * ((2.0 * p - 9.0) * p + 5.0)) / D;
    this.alpha[2] = (-3.0 * ((5.0 * p - 9.0) * p + 2.0)) / D;
    this.alpha[3] = ((10.0 * p - 5.0) * p + 1.0) / D;
    const beta: f64 = 6.0 / ((1.0 + p) * D);
    this.beta[0] = beta;
    this.beta[1] = 3.0 * beta * p;
    this.beta[2] = 3.0 * beta * p * p;
    this.beta[3] = beta * p * p * p;
  }

  private four(p: f64): void {
    const D: f64 = ((7.0 - p) * p - 21.0) * p + 35.0;
    this.alpha[1] = (4.0 * (((13.0 - 2.0 * p) * p - 35.0) * p + 14.0)) / D;
    this.alpha[2] = (-4.0 * (1.0 - p) * ((7.0 * p - 34.0) * p + 7.0)) / D;
    this.alpha[3] = (-4.0 * (((14.0 * p - 35.0) * p + 13.0) * p - 2.0)) / D;
    this.alpha[4] = (((35.0 * p - 21.0) * p + 7.0) * p - 1.0) / D;
    const beta: f64 = 20.0 / ((1.0 + p) * D);
    this.beta[0] = beta;
    this.beta[1] = 4.0 * beta * p;
    this.beta[2] = 6.0 * beta * p * p;
    this.beta[3] = 4.0 * beta * p * p * p;
    this.beta[4] = beta * p * p * p * p;
  }
}
