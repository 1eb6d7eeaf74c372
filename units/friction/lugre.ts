import { Bristles } from './bristles';
import { sign } from './friction-law';
import { FrictionParameters } from './parameters';
import { stribeck } from './stribeck';

/**
 * LuGre: Canudas de Wit, Olsson, Åström & Lischinsky (1995) (Jaiswal et al. 2021b, eqs. 25–27). One
 * state, the average bristle deflection q [m], with g(v) = F_c + (F_s − F_c) e^{−(|v|/v_s)ⁿ}.
 * Steady sliding is g(v) sgn v + σ₂ v.
 */
export class LuGre extends Bristles {
  constructor(p: FrictionParameters) {
    super(p, 1);
  }

  protected level(size: f64, x: StaticArray<f64>, at: i32): f64 {
    return stribeck(this.p, size, this.p.Fs);
  }

  steadyForce(v: f64): f64 {
    return stribeck(this.p, Math.abs(v), this.p.Fs) * sign(v) + this.p.sigma2 * v;
  }
}
