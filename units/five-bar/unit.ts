import { Pentagons } from '../rods/pentagons';
import { stepMotion } from '../rods/rod-motion';
import { FiveBarVariables } from './variables';

/** Pendulum of four rods, the corners of a pentagon its joints: see README.md. */
export class FiveBar extends FiveBarVariables {
  private pentagons: Pentagons = new Pentagons(1);

  override internalStep(): f64 {
    return this.integrator == 1 ? 0.0 : this.h;
  }

  override initialize(): void {
    this.pentagons.start<FiveBar>(this);
  }

  doStep(t: f64, h: f64): void {
    stepMotion<FiveBar>(this, this.pentagons.motion, t, h);
  }
}
