import { Joint } from '../divided-joint';
import { System } from '../system';
import { alongParameters, Projection } from './level';

/**
 * Mass-orthogonal projection of velocities (eqs. 57–72): R = −M (q̇ − q̇*) − Φ_qᵀ λ, c = Φ_q q̇.
 */
export class Velocities extends Projection {
  constructor(system: System) {
    super(system, system.bodies.v, 'velocities', 'm/s');
  }

  protected evaluate(): void {
    this.pull();
    for (let k: i32 = 0; k < this.system.joints; k++) {
      const joint: Joint = this.system.jointAt(k);
      joint.rates(this.x, joint.violation);
    }
    for (let body: i32 = 1; body <= this.bodies.count; body++)
      this.bodies.violation[body] = 2.0 * alongParameters(this.bodies, body, this.x);
  }
}
