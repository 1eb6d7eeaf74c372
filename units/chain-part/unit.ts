import { Part } from '../rods/part';
import { ChainPartVariables } from './variables';

/** Rods that are part of a longer chain: see README.md. */
export class ChainPart extends ChainPartVariables {
  private part: Part = new Part(64);

  override initialize(): void {
    this.part.configure(this.n, this.a, this.m, this.J, this.angle, this.x0, this.y0);
    this.part.weigh(this.g, this.alpha, this.mu, this.Omega, this.order);
    for (let k: i32 = 0; k < 3; k++) {
      this.point1[k] = k == 0 ? -0.5 * this.a : 0.0;
      this.point2[k] = k == 0 ? 0.5 * this.a : 0.0;
      this.axis1[k] = k == 2 ? 1.0 : 0.0;
      this.axis2[k] = k == 2 ? 1.0 : 0.0;
    }
    this.part.begin();
    this.show();
  }

  doStep(t: f64, h: f64): void {
    this.part.step(t, h, this.a1, this.a2);
    this.show();
  }

  private show(): void {
    const part: Part = this.part;
    part.handle(part.whole.first, this.q1, this.v1, this.b1);
    part.handle(part.whole.last, this.q2, this.v2, this.b2);
    for (let k: i32 = 0; k < 49; k++) {
      this.M11[k] = part.whole.M11[k];
      this.M12[k] = part.whole.M12[k];
      this.M22[k] = part.whole.M22[k];
    }
    for (let k: i32 = 0; k < 7; k++) {
      this.Q1[k] = part.whole.Q1[k];
      this.Q2[k] = part.whole.Q2[k];
    }
    this.E_kinetic = part.chain.bodies.kineticEnergy();
    this.E_potential = part.chain.bodies.potentialEnergy();
    this.constraint_position = part.gap;
  }
}
