import { DcMotorVariables } from './variables.js';

/** L i' = u − R i − K ω, J ω' = K i − b ω − τ, by the implicit midpoint rule. */
export class DcMotor extends DcMotorVariables {
  override internalStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    this.i = 0.0;
    this.omega = 0.0;
    this.E_supplied = 0.0;
    this.E_dissipated = 0.0;
    this.store();
  }

  override doStep(t: f64, h: f64): void {
    // Evaluates inputs in the middle of the step, along the master's polynomials.
    this.inputsAt(t + 0.5 * h);
    const u: f64 = this.u;
    const tau: f64 = this.tau;
    // Of the middle: L/(h/2) (i_m − i) = u − R i_m − K ω_m, and the same of ω.
    const a: f64 = this.L / (0.5 * h) + this.R;
    const d: f64 = this.J / (0.5 * h) + this.b;
    const p: f64 = (this.L / (0.5 * h)) * this.i + u;
    const q: f64 = (this.J / (0.5 * h)) * this.omega - tau;
    const det: f64 = a * d + this.K * this.K;
    const i: f64 = (d * p - this.K * q) / det;
    const omega: f64 = (a * q + this.K * p) / det;
    this.i = 2.0 * i - this.i;
    this.omega = 2.0 * omega - this.omega;
    // With the values of the middle, energies balance to the last digits.
    this.E_supplied += h * (u * i - tau * omega);
    this.E_dissipated += h * (this.R * i * i + this.b * omega * omega);
    this.store();
    this.inputsAt(t + h);
  }

  private store(): void {
    this.E_stored = 0.5 * this.L * this.i * this.i + 0.5 * this.J * this.omega * this.omega;
  }
}
