import { Pentagons } from '../rods/pentagons';
import { stepMotion } from '../rods/rod-motion';
import { DoubleFiveBarVariables } from './variables';

/** Two pentagons of rods with one rod in common: see README.md. */
export class DoubleFiveBar extends DoubleFiveBarVariables {
  private pentagons: Pentagons = new Pentagons(2);

  override internalStep(): f64 {
    return this.integrator == 1 ? 0.0 : this.h;
  }

  override initialize(): void {
    this.pentagons.start<DoubleFiveBar>(this);
  }

  doStep(t: f64, h: f64): void {
    stepMotion<DoubleFiveBar>(this, this.pentagons.motion, t, h);
  }
}
