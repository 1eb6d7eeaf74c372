import { PiControllerVariables } from './variables.js';

/** PI controller. At each tick: I₊ = I + K_i T e, u = K_p e + I₊ with e = r − y. */
export class PiController extends PiControllerVariables {
  override initialize(): void {
    this.I = 0.0;
    this.u = 0.0;
  }

  /** Between the ticks everything is held. */
  override doStep(t: f64, h: f64): void {}

  override onEvent(): bool {
    if (!this.sample) return false;
    const e: f64 = this.r - this.y;
    this.I += this.K_i * this.sampleInterval * e;
    this.u = this.K_p * e + this.I;
    return false;
  }
}
