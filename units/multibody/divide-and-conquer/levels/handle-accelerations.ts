import { Bodies } from '../bodies';
import { Joint } from '../divided-joint';
import { System } from '../system';
import { alongParameters, Level } from './level';

/**
 * Accelerations from q̈ = 0 (eqs. 1–8): R = Q − M q̈ − Φ_qᵀ λ, c = Φ̈ + 2 Ω μ Φ̇ + Ω² Φ. `begin`
 * comes first, when positions or velocities have changed.
 */
export class Accelerations extends Level {
  /** Damping ratio [1] and natural frequency [1/s] of the constraints. */
  mu: f64 = 1.0;
  Omega: f64 = 1.0;
  private forces: StaticArray<f64>;

  constructor(system: System) {
    super(system, system.bodies.a, 'accelerations', 'm/s2');
    this.forces = new StaticArray<f64>(system.bodies.a.length);
  }

  /** Q, Φ̇ and γ at the bodies' state, whose Φ_q the joints hold. */
  begin(): void {
    this.x.fill(0.0);
    this.prepare();
  }

  /** Prepares from the present accelerations and multipliers. */
  prepare(): void {
    this.forces.fill(0.0);
    for (let body: i32 = 1; body <= this.bodies.count; body++) this.bodies.addForces(body, this.forces);
    for (let k: i32 = 0; k < this.system.joints; k++) this.system.jointAt(k).velocities();
  }

  protected evaluate(): void {
    const bodies: Bodies = this.bodies;
    const R: StaticArray<f64> = bodies.residual;
    const damping: f64 = 2.0 * this.Omega * this.mu;
    const stiffness: f64 = this.Omega * this.Omega;
    for (let k: i32 = 0; k < R.length; k++) R[k] = this.forces[k];
    for (let body: i32 = 1; body <= bodies.count; body++) {
      bodies.subtractInertia(body, this.x, R);
      const rate: f64 = 2.0 * alongParameters(bodies, body, bodies.v);
      let second: f64 = alongParameters(bodies, body, this.x);
      for (let k: i32 = 7 * body + 3; k < 7 * body + 7; k++) second += bodies.v[k] * bodies.v[k];
      const Phi: f64 = alongParameters(bodies, body, bodies.q) - 1.0;
      bodies.violation[body] = 2.0 * second + damping * rate + stiffness * Phi;
    }
    for (let k: i32 = 0; k < this.system.joints; k++) {
      const joint: Joint = this.system.jointAt(k);
      joint.rates(this.x, joint.violation);
      for (let i: i32 = 0; i < joint.rows; i++)
        joint.violation[i] += joint.gamma[i] + damping * joint.rate[i] + stiffness * joint.Phi[i];
    }
  }
}
