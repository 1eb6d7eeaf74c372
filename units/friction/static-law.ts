import { FrictionLaw } from './friction-law';
import { FrictionParameters } from './parameters';

/** A law without memory: the force is a function of the velocity alone. */
export abstract class StaticLaw extends FrictionLaw {
  constructor(p: FrictionParameters) {
    super(p, 0);
  }

  force(v: f64, x: StaticArray<f64>, dx: StaticArray<f64>, at: i32): f64 {
    return this.steadyForce(v);
  }
}
