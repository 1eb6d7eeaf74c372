import { FlywheelVariables } from './variables.js';

/** φ' = ω − w, J w' = τ, τ = k φ, by the implicit midpoint rule. */
export class Flywheel extends FlywheelVariables {
  /** Twist of the shaft [rad], and speed of the flywheel [rad/s]. */
  private phi: f64 = 0.0;
  private w: f64 = 0.0;

  override internalStep(): f64 {
    return this.h;
  }

  override doStep(t: f64, h: f64): void {
    // Evaluates inputs in the middle of the step, along the master's polynomials.
    this.inputsAt(t + 0.5 * h);
    const a: f64 = (2.0 * this.J) / h;
    const b: f64 = this.phi + 0.5 * h * this.omega;
    const w: f64 = (a * this.w + this.k * b) / (a + 0.5 * h * this.k);
    const tau: f64 = this.k * (b - 0.5 * h * w);
    this.phi += h * (this.omega - w);
    this.w = 2.0 * w - this.w;
    this.tau = this.k * this.phi;
    // With the values of the middle, energies balance to the last digits.
    this.E_supplied += h * tau * this.omega;
    this.E_stored = 0.5 * (this.tau * this.phi + this.J * this.w * this.w);
    this.inputsAt(t + h);
  }
}
