import { Mechanism } from '../multibody/semirecursive/tree-mechanism';

/** The mechanical energies of a mechanism with one actuator, and the actuator's work. */
export class Balance {
  /** Kinetic energy, and gravity's [J]. */
  kinetic: f64 = 0.0;
  potential: f64 = 0.0;
  /**
   * W = ∫ F ṡ dt [J] by the trapezoidal rule, and by the rectangle rule with the power at the begin
   * of each step.
   */
  work: f64 = 0.0;
  rectangle: f64 = 0.0;
  private power: f64 = 0.0;

  constructor(readonly mechanism: Mechanism) {}

  start(): void {
    this.work = 0.0;
    this.rectangle = 0.0;
    this.evaluate();
  }

  /** After a step of h [s]. */
  step(h: f64): void {
    const before: f64 = this.power;
    this.evaluate();
    this.work += 0.5 * h * (before + this.power);
    this.rectangle += h * before;
  }

  private evaluate(): void {
    const mechanism: Mechanism = this.mechanism;
    this.kinetic = mechanism.dynamics.kineticEnergy();
    this.potential = mechanism.dynamics.potentialEnergy();
    this.power = mechanism.drive.F[0] * mechanism.sDot[0];
  }
}
