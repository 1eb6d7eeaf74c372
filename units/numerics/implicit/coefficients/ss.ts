/**
 * Coefficients of the single-step methods SS2, SS3, SS4, equivalent to LMS2, LMS3, LMS4 (Zhang,
 * Zhang, Zanoni & Masarati 2022, eq. 4):
 *
 *     γ_even = 1/(1 + ρ∞),   γ_odd = (a − (a − 1) ρ∞)/(1 + ρ∞)
 *     SS2: a = 3/2,   SS3: a = 5/4 ± i √15/12
 *     SS4: a = 1/(1 − z) with the roots z of z³ − 3/5 z² + z/5 − 1/35
 *
 * Odd parameters may be complex. States are real.
 */
export class SingleStepCoefficients {
  steps: i32 = 0;
  even: f64 = 0.0;
  /** γ₁, γ₃, γ₅: real and imaginary parts. */
  readonly re: StaticArray<f64> = new StaticArray<f64>(3);
  readonly im: StaticArray<f64> = new StaticArray<f64>(3);

  /** Computes the coefficients for r = 2, 3 or 4 and 0 ≤ ρ∞ ≤ 1. */
  prepare(steps: i32, rho: f64): void {
    this.steps = steps;
    this.even = 1.0 / (1.0 + rho);
    if (steps == 2) this.odd(0, 1.5, 0.0, rho);
    else if (steps == 3) {
      this.odd(0, 1.25, Math.sqrt(15.0) / 12.0, rho);
      this.odd(1, 1.25, -Math.sqrt(15.0) / 12.0, rho);
    } else {
      this.odd(0, 1.3423840948583692, 0.0, rho);
      this.odd(1, 1.0788079525708154, 0.3739306454336101, rho);
      this.odd(2, 1.0788079525708154, -0.3739306454336101, rho);
    }
  }

  private odd(j: i32, re: f64, im: f64, rho: f64): void {
    this.re[j] = (re - (re - 1.0) * rho) / (1.0 + rho);
    this.im[j] = (im * (1.0 - rho)) / (1.0 + rho);
  }
}
