import { StaticLaw } from './static-law';

/** Factor of the viscous term in (24). */
const tanh4: f64 = 0.999329299739067;

/**
 * Brown & McPhee (2016) (Jaiswal et al. 2021b, eq. 24), smooth in v:
 *
 *     F_μ = F_c tanh(4 u) + (F_s − F_c) u/(u²/4 + 3/4)² + σ₂ v tanh 4,     u = v/v_s
 *
 * The second term is largest at u = 1, where it is F_s − F_c. Its slope at v = 0 is (4 F_c + 16/9
 * (F_s − F_c))/v_s in addition to the viscous one.
 */
export class BrownMcPhee extends StaticLaw {
  steadyForce(v: f64): f64 {
    const u: f64 = v / this.p.vs;
    const root: f64 = 0.25 * u * u + 0.75;
    return (
      this.p.Fc * Math.tanh(4.0 * u) +
      ((this.p.Fs - this.p.Fc) * u) / (root * root) +
      this.p.sigma2 * v * tanh4
    );
  }
}
