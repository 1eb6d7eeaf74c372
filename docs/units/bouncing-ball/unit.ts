import { BouncingBallVariables } from './variables.js';

/** x'' = −g above the floor. v₊ = −e v₋ at x = 0. */
export class BouncingBall extends BouncingBallVariables {
  override internalStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    this.x = this.x_0;
    this.v = 0.0;
    this.bounces = 0;
    this.resting = this.x_0 === 0.0;
    this.E_dissipated = 0.0;
    this.store();
  }

  /** Free flight, exactly. A ball that would be below the floor has met it within this step. */
  override doStep(t: f64, h: f64): void {
    if (this.resting) return;
    this.x += this.v * h - 0.5 * this.g * h * h;
    this.v -= this.g * h;
    this.store();
    if (this.x < 0.0) this.eventNeeded = true;
  }

  /** Goes back to the moment s ago when it met the floor with the speed w, and on from there. */
  override onEvent(): bool {
    if (!this.eventNeeded || this.resting) return false;
    const w: f64 = Math.sqrt(this.v * this.v + 2.0 * this.g * this.x);
    const s: f64 = (-this.v - w) / this.g;
    const after: f64 = this.e * w;
    this.bounces++;
    this.x = after * s - 0.5 * this.g * s * s;
    this.v = after - this.g * s;
    if (after < this.v_rest || this.x < 0.0) {
      this.resting = true;
      this.x = 0.0;
      this.v = 0.0;
    }
    const before: f64 = this.E_stored;
    this.store();
    this.E_dissipated += before - this.E_stored;
    return false;
  }

  private store(): void {
    this.E_stored = this.m * (this.g * this.x + 0.5 * this.v * this.v);
  }
}
