import { fail } from 'fmukit/author';
import { Tableau } from './tableau';
import { tenthOf } from './tenth';
import { Wide } from './wide';

/**
 * MSSTH(3), third order, as modified by Zhang, Zhang, Zanoni & Masarati (2022). γ follows from
 * order 3 and |R(∞)| = ρ∞:
 *
 *     1 − 9 γ + 18 γ² − 6 (1 − ρ∞) γ³ = 0,   c₂ = (24γ² − 20γ + 3)/(24γ² − 24γ + 4)
 *
 * Stages have second order. Weights are divided by c₂ − 2γ, which is 0 at ρ∞ = 0.6947 and small
 * around it. This costs digits. The coefficients are therefore computed with twice the digits.
 */
export class ThirdOrderSubSteps {
  private readonly rho: Wide = new Wide();
  private readonly gamma: Wide = new Wide();
  private readonly c2: Wide = new Wide();
  /** c₂ − 2γ. */
  private readonly d: Wide = new Wide();
  private readonly b1: Wide = new Wide();
  private readonly b2: Wide = new Wide();
  private readonly x: Wide = new Wide();
  private readonly z: Wide = new Wide();

  /** 0 ≤ ρ∞ ≤ 1. */
  fill(tableau: Tableau, rho: f64): void {
    this.setRho(rho);
    this.root(rho);
    this.abscissa();
    if (Math.abs(this.d.hi) < 1e-6)
      fail(
        'MSSTH(3): it has no coefficients where c_2 = 2 gamma, at rho_inf = 0.6947; choose another rho_inf',
      );
    this.weights();
    const gamma: Wide = this.gamma;
    const x: Wide = this.x;
    tableau.open(4, gamma.hi);
    tableau.set(1, 0, gamma.hi);
    // a₂₁ = c₂ (c₂ − 2γ)/(4γ)
    const a21: Wide = this.z.copy(this.c2).times(this.d).over(x.copy(gamma).timesReal(4.0));
    tableau.set(2, 1, a21.hi);
    tableau.set(2, 0, x.copy(this.c2).minus(a21).minus(gamma).hi);
    tableau.set(3, 0, x.set(1.0).minus(this.b1).minus(this.b2).minus(gamma).hi);
    tableau.set(3, 1, this.b1.hi);
    tableau.set(3, 2, this.b2.hi);
    tableau.close();
  }

  /** ρ∞ as the decimal number that was written, where it is a multiple of 0.1. */
  private setRho(rho: f64): void {
    const tenth: i32 = tenthOf(rho);
    if (tenth < 0) this.rho.set(rho);
    else this.rho.set(f64(tenth)).over(this.x.set(10.0));
  }

  /** γ between 1/3 (ρ∞ = 1) and 0.4359 (ρ∞ = 0). */
  private root(rho: f64): void {
    let gamma: f64 = 0.4359 - 0.1026 * rho;
    const e: f64 = 6.0 * (1.0 - rho);
    for (let j: i32 = 0; j < 8; j++)
      gamma -=
        (((-e * gamma + 18.0) * gamma - 9.0) * gamma + 1.0) / ((-3.0 * e * gamma + 36.0) * gamma - 9.0);
    const slope: f64 = (-3.0 * e * gamma + 36.0) * gamma - 9.0;
    this.gamma.set(gamma);
    for (let j: i32 = 0; j < 2; j++) {
      const f: Wide = this.x.set(1.0).minus(this.rho).timesReal(-6.0);
      f.times(this.gamma).plusReal(18.0).times(this.gamma).plusReal(-9.0).times(this.gamma).plusReal(1.0);
      this.gamma.minus(f.over(this.z.set(slope)));
    }
  }

  private abscissa(): void {
    const gamma: Wide = this.gamma;
    this.x.copy(gamma).timesReal(24.0).plusReal(-24.0).times(gamma).plusReal(4.0);
    this.c2.copy(gamma).timesReal(24.0).plusReal(-20.0).times(gamma).plusReal(3.0).over(this.x);
    this.d.copy(this.c2).minus(gamma).minus(gamma);
  }

  /** b₁ = (3c₂ + 6γ − 6c₂γ − 2)/(12γ (c₂ − 2γ)), b₂ = (6γ² − 6γ + 1)/(3c₂ (c₂ − 2γ)). */
  private weights(): void {
    const gamma: Wide = this.gamma;
    const z: Wide = this.z;
    this.b1.copy(this.c2).timesReal(-6.0).plusReal(6.0).times(gamma).plusReal(-2.0);
    this.b1.plus(z.copy(this.c2).timesReal(3.0)).over(z.copy(gamma).timesReal(12.0).times(this.d));
    this.b2.copy(gamma).timesReal(6.0).plusReal(-6.0).times(gamma).plusReal(1.0);
    this.b2.over(z.copy(this.c2).timesReal(3.0).times(this.d));
  }
}
