import { Bristles } from './bristles';
import { sign } from './friction-law';
import { FrictionParameters } from './parameters';
import { relax } from './relax';
import { stribeck } from './stribeck';

/**
 * LuGre with a lubricant film: Yanada & Sekikawa (2008) (Jaiswal et al. 2021b, eqs. 28–34). Two
 * states: the average bristle deflection q [m], and the film parameter h [1] that lowers the static
 * friction:
 *
 *     g(v, h) = F_c + ((1 − |h|) F_s − F_c) e^{−(|v|/v_s)ⁿ}
 *     ḣ = (h_ss − h)/τ_h,     h_ss = K_f min(|v|, v_b)^⅔,     K_f = (1 − F_c/F_s) v_b^{−⅔}
 *     τ_h = τ_hp  v ≠ 0, |h| ≤ h_ss;     τ_hn  v ≠ 0, |h| > h_ss;     τ_h0  v = 0
 *
 * 0 ≤ h ≤ 1 − F_c/F_s holds if it holds at the start, hence g ≥ F_c.
 */
export class ModifiedLuGre extends Bristles {
  private Kf: f64 = 0.0;
  /** Time constant of the last evaluation [s]. */
  private tau: f64 = 1.0;

  constructor(p: FrictionParameters) {
    super(p, 2);
  }

  override prepare(): void {
    this.Kf = (1.0 - this.p.Fc / this.p.Fs) * Math.pow(this.p.vb, -2.0 / 3.0);
  }

  override force(v: f64, x: StaticArray<f64>, dx: StaticArray<f64>, at: i32): f64 {
    const steady: f64 = this.steadyFilm(Math.abs(v));
    if (!this.held) this.tau = this.timeConstant(v, x[at + 1], steady);
    dx[at + 1] = (steady - x[at + 1]) / this.tau;
    return super.force(v, x, dx, at);
  }

  protected level(size: f64, x: StaticArray<f64>, at: i32): f64 {
    return stribeck(this.p, size, (1.0 - Math.abs(x[at + 1])) * this.p.Fs);
  }

  protected override film(h: f64, v0: f64, v1: f64, x: StaticArray<f64>, at: i32): void {
    const from: f64 = this.steadyFilm(Math.abs(v0));
    const to: f64 = this.steadyFilm(Math.abs(v1));
    const tau: f64 = this.timeConstant(v0 + v1, x[at + 1], 0.5 * (from + to));
    x[at + 1] = relax(x[at + 1], from, to, h / tau);
  }

  steadyForce(v: f64): f64 {
    const size: f64 = Math.abs(v);
    return stribeck(this.p, size, (1.0 - this.steadyFilm(size)) * this.p.Fs) * sign(v) + this.p.sigma2 * v;
  }

  /** h_ss [1] (32). */
  private steadyFilm(size: f64): f64 {
    return this.Kf * Math.pow(Math.min(size, this.p.vb), 2.0 / 3.0);
  }

  /** τ_h [s] (31). */
  private timeConstant(v: f64, film: f64, steady: f64): f64 {
    if (v == 0.0) return this.p.tauh0;
    return Math.abs(film) <= steady ? this.p.tauhp : this.p.tauhn;
  }
}
