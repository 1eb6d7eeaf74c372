import { sign } from './friction-law';
import { StaticLaw } from './static-law';

/**
 * Bengisu & Akay (1994), with viscous friction in the sliding regime (Jaiswal et al. 2021b, eqs.
 * 22, 23):
 *
 *     F_μ = (F_s − F_s/v_s² (|v| − v_s)²) sgn v                            |v| < v_s
 *         = (F_c + (F_s − F_c) e^{−ξ (|v| − v_s)}) sgn v + σ₂ v            |v| ≥ v_s
 *
 * As published the force jumps by σ₂ v_s at |v| = v_s. Its slope at v = 0 is 2 F_s/v_s.
 */
export class BengisuAkay extends StaticLaw {
  private sliding: bool = false;

  steadyForce(v: f64): f64 {
    const size: f64 = Math.abs(v);
    const over: f64 = size - this.p.vs;
    if (!this.held) this.sliding = over >= 0.0;
    if (this.sliding)
      return (
        (this.p.Fc + (this.p.Fs - this.p.Fc) * Math.exp(-this.p.xi * over)) * sign(v) + this.p.sigma2 * v
      );
    const share: f64 = over / this.p.vs;
    return this.p.Fs * (1.0 - share * share) * sign(v);
  }
}
