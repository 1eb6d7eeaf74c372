import { sign } from './friction-law';
import { StaticLaw } from './static-law';
import { stribeck } from './stribeck';

/**
 * The classical law: Coulomb, stiction, Stribeck and viscous friction (Bo & Pavelescu 1982; Jaiswal
 * et al. 2021b, Fig. 4 left):
 *
 *     F_μ = g(v) sgn v + σ₂ v,     F_μ(0) = 0
 *
 * It jumps by 2 F_s at v = 0, where no Newton iteration settles: for comparison, and for motion in
 * one direction.
 */
export class CoulombStribeck extends StaticLaw {
  steadyForce(v: f64): f64 {
    return stribeck(this.p, Math.abs(v), this.p.Fs) * sign(v) + this.p.sigma2 * v;
  }
}
