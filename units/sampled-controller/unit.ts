import { SampledControllerVariables } from './variables';

export class SampledController extends SampledControllerVariables {
  override initialize(): void {
    this.I = 0.0;
    this.u = 0.0;
    this.atLimit = false;
  }

  /** Between the ticks everything is held. */
  override doStep(t: f64, h: f64): void {}

  override onEvent(): bool {
    if (!this.sample) return false;
    const e: f64 = this.r - this.y;
    const I: f64 = this.I + this.K_i * this.sampleInterval * e;
    const v: f64 = this.K_p * e + I;
    const beyond: bool = Math.abs(v) > this.u_max;
    // At the limit the integral part waits, unless the error leads back.
    if (!beyond || v * e < 0.0) this.I = I;
    this.u = Math.max(-this.u_max, Math.min(this.u_max, this.K_p * e + this.I));
    if (beyond && !this.atLimit) this.limited = true;
    this.atLimit = beyond;
    return false;
  }
}
