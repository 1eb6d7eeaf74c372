import { fail } from 'fmukit/author';
import { Friction } from '../friction/friction-force';
import { FrictionLaw, maxFrictionStates } from '../friction/friction-law';
import { CylinderFrictionVariables } from './variables';

/** Friction between piston and cylinder, by any law of ../friction: see README.md. */
export class CylinderFriction extends CylinderFrictionVariables {
  private laws: Friction = new Friction();
  private model: FrictionLaw = this.laws.select(2);
  private x: StaticArray<f64> = new StaticArray<f64>(maxFrictionStates);
  private dx: StaticArray<f64> = new StaticArray<f64>(maxFrictionStates);
  /** Power that is lost at the last evaluation [W]. */
  private lost: f64 = 0.0;

  override internalStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    this.laws.parameters.configure<CylinderFriction>(this, this.F_c, this.F_s);
    if (!(this.F_s >= this.F_c))
      fail('cylinder-friction: F_s [N] is less than F_c [N]; static friction is the larger');
    this.x.fill(0.0);
    this.model = this.laws.select(this.law);
    if (this.model.states > 0) this.x[0] = this.q_0;
    if (this.model.states > 1) this.x[1] = this.film_0;
    this.E_dissipated = 0.0;
    this.evaluate();
  }

  doStep(t: f64, h: f64): void {
    // At a communication point the velocity may have jumped.
    if (t == this.stepStart) this.evaluate();
    const lost: f64 = this.lost;
    const from: f64 = this.s_dot;
    this.inputsAt(t + h);
    this.model.advance(h, from, this.s_dot, this.x, 0);
    this.evaluate();
    this.E_dissipated += 0.5 * h * (lost + this.lost);
  }

  private evaluate(): void {
    const v: f64 = this.s_dot;
    this.F_mu = this.model.force(v, this.x, this.dx, 0);
    this.F = -this.F_mu;
    this.q = this.x[0];
    this.film = this.x[1];
    this.E_stored = this.model.storedEnergy(this.x, 0);
    this.lost = this.F_mu * v - this.model.storedPower(this.x, this.dx, 0);
  }
}
