import { MultibodyModel } from '../../units/multibody/multibody-model';

/**
 * Unit mass that meets a stop at x = 0. The force jumps there like that of an end damper:
 *
 *     F = −k x − c ẋ for x ≤ 0, else 0
 *
 * For some states just before the stop neither branch has a solution of the trapezoidal rule.
 * Source of a unit, run as TypeScript.
 */
export class Stop extends MultibodyModel {
  readonly k: f64 = 1e4;
  readonly c: f64 = 100.0;
  touching: bool = false;
  isHeld: bool = false;
  /** Number of times the branch was held. */
  holds: i32 = 0;

  constructor() {
    super(1, 0);
    this.M[0] = 1.0;
  }

  constraints(q: StaticArray<f64>): void {}

  jacobianRate(q: StaticArray<f64>, v: StaticArray<f64>): void {}

  forces(t: f64, q: StaticArray<f64>, v: StaticArray<f64>): void {
    if (!this.isHeld) this.touching = q[0] <= 0.0;
    this.Q[0] = this.touching ? -this.k * q[0] - this.c * v[0] : 0.0;
  }

  override tangents(q: StaticArray<f64>, v: StaticArray<f64>, mu: StaticArray<f64>): void {
    this.C[0] = this.touching ? this.c : 0.0;
    this.K[0] = this.touching ? this.k : 0.0;
  }

  override holdBranches(hold: bool): void {
    this.isHeld = hold;
    if (hold) this.holds++;
  }
}
