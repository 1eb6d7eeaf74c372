/**
 * Parameters of a unit that includes parameters.json. The forces have other names where the unit
 * has a force F_s.
 */
export interface FrictionVariables {
  v_s: f64;
  sigma_2: f64;
  xi: f64;
  n: f64;
  sigma_0: f64;
  sigma_1: f64;
  v_b: f64;
  tau_hp: f64;
  tau_hn: f64;
  tau_h0: f64;
}

/**
 * Parameters of all laws of this folder. Known values are those of the four-bar mechanism of
 * Jaiswal et al. 2021b. `docs/explain/mechanics/friction.md` lists the origin of each value.
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

  /** A unit's parameters, with its Coulomb and static friction [N]. */
  configure<U extends FrictionVariables>(unit: U, Fc: f64, Fs: f64): void {
    this.Fc = Fc;
    this.Fs = Fs;
    this.vs = unit.v_s;
    this.sigma2 = unit.sigma_2;
    this.xi = unit.xi;
    this.n = unit.n;
    this.sigma0 = unit.sigma_0;
    this.sigma1 = unit.sigma_1;
    this.vb = unit.v_b;
    this.tauhp = unit.tau_hp;
    this.tauhn = unit.tau_hn;
    this.tauh0 = unit.tau_h0;
  }
}
