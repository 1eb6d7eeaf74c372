import { Drive } from '../multibody/semirecursive/joints/driven-joint';

/** An actuator whose force is given from outside. */
export class GivenForce extends Drive {
  /** F [N]. */
  force: f64 = 0.0;

  constructor() {
    super(1, 0);
  }

  evaluate(t: f64, s: StaticArray<f64>, sDot: StaticArray<f64>): void {
    this.F[0] = this.force;
  }
}
