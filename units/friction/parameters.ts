/**
 * Parameters of all laws of this folder. The values are those of the four-bar mechanism of 002 as far as they are
 * known: see README.md for where each comes from.
 */
export class FrictionParameters {
  /** Coulomb friction F_c [N], > 0. */
  Fc: f64 = 210.0;
  /** Static friction F_s [N], ≥ F_c. */
  Fs: f64 = 830.0;
  /** Stribeck velocity v_s [m/s], > 0. */
  vs: f64 = 0.01;
  /** Viscous coefficient σ₂ [N s/m], ≥ 0. */
  sigma2: f64 = 330.0;
  /** Negative slope ξ of Bengisu and Akay's sliding regime [s/m], > 0. */
  xi: f64 = 1000.0;
  /** Stribeck exponent n of the exponential laws [1], > 0. */
  n: f64 = 0.5;
  /** Stiffness σ₀ [N/m] and damping σ₁ [N s/m] of the bristles. */
  sigma0: f64 = 5.77e6;
  sigma1: f64 = 2.28e4;
  /** Velocity v_b at which the lubricant film has its full thickness [m/s], > 0. */
  vb: f64 = 0.05;
  /** Time constants of the film: acceleration τ_hp, deceleration τ_hn, dwell τ_h0 [s], > 0. */
  tauhp: f64 = 0.15;
  tauhn: f64 = 0.03;
  tauh0: f64 = 20.0;
}
