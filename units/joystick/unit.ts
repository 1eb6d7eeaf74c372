import { checkTimes, piecewiseLinear } from '../numerics/piecewise-linear';
import { JoystickVariables } from './variables';

/** U_ref(t) as a piecewise-linear table. */
export class Joystick extends JoystickVariables {
  override initialize(): void {
    checkTimes(this.times, this.count);
    this.U_ref = piecewiseLinear(this.times, this.values, this.count, this.time);
  }

  doStep(t: f64, h: f64): void {
    this.U_ref = piecewiseLinear(this.times, this.values, this.count, t + h);
  }
}
