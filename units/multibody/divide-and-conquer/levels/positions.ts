import { Joint } from '../divided-joint';
import { System } from '../system';
import { alongParameters, Projection } from './level';

/**
 * Mass-orthogonal projection of positions (eqs. 41–56): R = −M (q − q*) − Φ_qᵀ λ, c = Φ(q), Φ_q as
 * last assembled.
 */
export class Positions extends Projection {
  constructor(system: System) {
    super(system, system.bodies.q, 'positions', 'm');
  }

  protected evaluate(): void {
    this.pull();
    for (let k: i32 = 0; k < this.system.joints; k++) {
      const joint: Joint = this.system.jointAt(k);
      joint.positions();
      for (let i: i32 = 0; i < joint.rows; i++) joint.violation[i] = joint.Phi[i];
    }
    for (let body: i32 = 1; body <= this.bodies.count; body++)
      this.bodies.violation[body] = alongParameters(this.bodies, body, this.x) - 1.0;
  }
}
