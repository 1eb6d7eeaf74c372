import { fail } from 'fmukit/author';
import { Exact } from '../multibody/semirecursive/loops/exact';
import { Mechanism } from '../multibody/semirecursive/tree-mechanism';

/** A force in the range of interest [N], to find the effective mass with. */
const probe: f64 = 1e4;

/**
 * Force of the single actuator that holds a mechanism at rest. s̈ = (F − F₀)/M_eff is linear in F.
 * Two solutions of the equations of motion therefore give F₀.
 */
export class StaticForce {
  private exact: Exact;
  private a: StaticArray<f64>;

  constructor(readonly mechanism: Mechanism) {
    this.exact = new Exact(mechanism);
    this.a = new StaticArray<f64>(mechanism.n);
  }

  /** Returns F₀ [N] at the positions q. `zero` contains n zeros. */
  find(q: StaticArray<f64>, zero: StaticArray<f64>): f64 {
    this.mechanism.positions(q, 1);
    this.mechanism.velocities(q, zero, 1);
    const free: f64 = this.acceleration(0.0);
    const loaded: f64 = this.acceleration(probe);
    if (!(loaded > free)) fail('mechanism: its actuator does not move it from the initial position');
    return (-free / (loaded - free)) * probe;
  }

  private acceleration(force: f64): f64 {
    const mechanism: Mechanism = this.mechanism;
    mechanism.drive.F[0] = force;
    this.exact.solve(this.a);
    let sum: f64 = 0.0;
    for (let k: i32 = 0; k < mechanism.n; k++) sum += mechanism.G[k] * this.a[k];
    return sum;
  }
}
