import { SpringMassVariables } from './variables.js';

/** Numbers of the variables in unit.json. */
enum Reference {
  F = 1,
  x = 2,
  v = 3,
  a = 4,
  gap = 5,
}

/** m a = F − k x − d v − k_stop max(0, x − x_stop), with x' = v and v' = a. */
export class SpringMass extends SpringMassVariables {
  override largestStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    this.x = this.x_0;
    this.v = 0.0;
    this.touching = false;
  }

  /**
   * Computes derivatives at `this.time` from the states x and v, the input and the discrete
   * variables.
   */
  override derivatives(): void {
    this.gap = this.x_stop - this.x;
    this.a = (this.F - this.stiffness() * this.x - this.d * this.v) / this.m;
    if (this.touching) this.a += (this.k_stop * this.x_stop) / this.m;
  }

  /** The gap has opened or closed. */
  override onEvent(): bool {
    this.touching = this.gap <= 0.0;
    return false;
  }

  override partial(unknown: i32, i: i32, known: i32, k: i32): f64 {
    if (unknown === known) return 1.0;
    if (unknown === Reference.gap) return known === Reference.x ? -1.0 : 0.0;
    if (unknown !== Reference.a) return 0.0;
    if (known === Reference.F) return 1.0 / this.m;
    if (known === Reference.x) return -this.stiffness() / this.m;
    return known === Reference.v ? -this.d / this.m : 0.0;
  }

  private stiffness(): f64 {
    return this.touching ? this.k + this.k_stop : this.k;
  }
}
