import { FrictionLaw } from './friction-law';
import { relax } from './relax';

/**
 * Shared part of the LuGre laws: the average bristle deflection q = x[at] [m] and its force
 * (Jaiswal et al. 2021b, eqs. 25, 27 and 28, 34),
 *
 *     q̇ = v − σ₀ |v| q/g,      F_μ = σ₀ q + σ₁ q̇ + σ₂ v,
 *
 * with g > 0 from the law below. |q| ≤ max g/σ₀ holds if it holds at the start. The bristles store
 * ½ σ₀ q². The remaining power, F_μ v − σ₀ q q̇, is a quadratic form in (q, v). It is not negative
 * if |v| ≤ 4 g (σ₁ + σ₂)/σ₁², or at any speed if σ₁ (F_s − F_c)/F_c ≤ σ₂ (Barabanov & Ortega 2000).
 * Beyond both a sudden start may supply energy.
 */
export abstract class Bristles extends FrictionLaw {
  /** g [N] at the speed |v| [m/s] and the states as they stand. */
  protected abstract level(size: f64, x: StaticArray<f64>, at: i32): f64;

  force(v: f64, x: StaticArray<f64>, dx: StaticArray<f64>, at: i32): f64 {
    const size: f64 = Math.abs(v);
    const spring: f64 = this.p.sigma0 * x[at];
    const rate: f64 = v - (size * spring) / this.level(size, x, at);
    dx[at] = rate;
    return spring + this.p.sigma1 * rate + this.p.sigma2 * v;
  }

  /** A reversal splits the step: on each side of it q relaxes towards one limit. */
  override advance(h: f64, v0: f64, v1: f64, x: StaticArray<f64>, at: i32): void {
    if (v0 * v1 >= 0.0) {
      this.oneWay(h, v0, v1, x, at);
      return;
    }
    const share: f64 = v0 / (v0 - v1);
    this.oneWay(share * h, v0, 0.0, x, at);
    this.oneWay((1.0 - share) * h, 0.0, v1, x, at);
  }

  /** The other states, over a part of a step without reversal. */
  protected film(h: f64, v0: f64, v1: f64, x: StaticArray<f64>, at: i32): void {}

  private oneWay(h: f64, v0: f64, v1: f64, x: StaticArray<f64>, at: i32): void {
    const size0: f64 = Math.abs(v0);
    const size1: f64 = Math.abs(v1);
    const level0: f64 = this.level(size0, x, at);
    this.film(h, v0, v1, x, at);
    const level1: f64 = this.level(size1, x, at);
    const direction: f64 = v0 + v1 >= 0.0 ? 1.0 : -1.0;
    const sigma0: f64 = this.p.sigma0;
    const theta: f64 = 0.5 * h * sigma0 * (size0 / level0 + size1 / level1);
    x[at] = relax(x[at], (direction * level0) / sigma0, (direction * level1) / sigma0, theta);
  }

  override storedEnergy(x: StaticArray<f64>, at: i32): f64 {
    return 0.5 * this.p.sigma0 * x[at] * x[at];
  }

  override storedPower(x: StaticArray<f64>, dx: StaticArray<f64>, at: i32): f64 {
    return this.p.sigma0 * x[at] * dx[at];
  }
}
