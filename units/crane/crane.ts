import { ALI1 } from '../multibody/ali1';
import { ALI3P } from '../multibody/ali3p';
import { ConstrainedInverse } from '../multibody/constrained-inverse';
import { CraneInterface } from './interface';
import { CraneMechanism } from './mechanism';

/** The crane with a formulation: its state, and what it loses in its cylinders. */
export class Crane {
  readonly mechanism: CraneMechanism;
  readonly interface: CraneInterface;
  readonly ali1: ALI1;
  readonly ali3p: ALI3P;
  private exact: ConstrainedInverse;
  private index1: bool = false;

  /** Coordinates, velocities and accelerations of the formulation in use. */
  q: StaticArray<f64>;
  v: StaticArray<f64>;
  a: StaticArray<f64>;
  /** Iterations of the last step, and since the start. */
  iterations: i32 = 0;
  totalIterations: f64 = 0.0;
  /** Energy lost in cylinders whose force is evaluated here [J], by the trapezoidal rule. */
  dissipated: f64 = 0.0;
  private lost: f64 = 0.0;
  /** Forces or pressures that the accelerations at t belong to. */
  private used: StaticArray<f64> = new StaticArray<f64>(6);

  constructor(actuators: i32) {
    const mechanism: CraneMechanism = new CraneMechanism(actuators, 0);
    const ali3p: ALI3P = new ALI3P(mechanism);
    this.mechanism = mechanism;
    this.interface = new CraneInterface(mechanism);
    this.ali1 = new ALI1(mechanism);
    this.ali3p = ali3p;
    this.exact = new ConstrainedInverse(mechanism);
    this.q = ali3p.q;
    this.v = ali3p.v;
    this.a = ali3p.a;
  }

  /**
   * Starts at rest at the absolute angles [rad], with the exact acceleration under the inputs at t.
   */
  start(t: f64, index1: bool, theta1: f64, theta2: f64): void {
    this.index1 = index1;
    this.q = index1 ? this.ali1.q : this.ali3p.q;
    this.v = index1 ? this.ali1.v : this.ali3p.v;
    this.a = index1 ? this.ali1.a : this.ali3p.a;
    this.mechanism.place(this.q, theta1, theta2);
    this.v.fill(0.0);
    this.exact.accelerations(t, this.q, this.v, this.a);
    const lambda: StaticArray<f64> = index1 ? this.ali1.lambda : this.ali3p.lambda;
    for (let k: i32 = 0; k < 3; k++) lambda[k] = this.exact.lambda[k];
    this.iterations = 0;
    this.totalIterations = 0.0;
    this.dissipated = 0.0;
    this.lost = 0.0;
    this.remember();
    this.interface.evaluate(t, this.q, this.v, this.a);
  }

  /**
   * Computes the first half of an ALI1 step: positions and velocities go to t + h, with the inputs
   * at t.
   */
  explicitStep(t: f64, h: f64): void {
    if (this.inputsChanged()) this.ali1.accelerations(t);
    this.ali1.advance(h);
  }

  /** The rest of a step with either formulation, with the inputs at t + h. */
  finishStep(t: f64, h: f64): void {
    if (this.index1) {
      this.ali1.accelerations(t + h);
      this.iterations = this.ali1.iterations;
    } else {
      this.ali3p.step(t, h);
      this.iterations = this.ali3p.iterations;
    }
    this.totalIterations += f64(this.iterations);
    this.remember();
    this.interface.evaluate(t + h, this.q, this.v, this.a);
    const lost: f64 = this.lostPower();
    this.dissipated += 0.5 * h * (this.lost + lost);
    this.lost = lost;
  }

  /** Elastic energy of the end dampers evaluated here [J]. */
  storedEnergy(): f64 {
    const m: CraneMechanism = this.mechanism;
    let sum: f64 = m.actuator1.given ? 0.0 : m.actuator1.cylinder.elasticEnergy();
    if (m.actuators > 1 && !m.actuator2.given) sum += m.actuator2.cylinder.elasticEnergy();
    return sum;
  }

  private lostPower(): f64 {
    const m: CraneMechanism = this.mechanism;
    let sum: f64 = m.actuator1.given ? 0.0 : m.actuator1.cylinder.lostPower(m.actuator1.sDot);
    if (m.actuators > 1 && !m.actuator2.given) sum += m.actuator2.cylinder.lostPower(m.actuator2.sDot);
    return sum;
  }

  private remember(): void {
    const m: CraneMechanism = this.mechanism;
    this.used[0] = m.actuator1.force;
    this.used[1] = m.actuator1.p1;
    this.used[2] = m.actuator1.p2;
    this.used[3] = m.actuator2.force;
    this.used[4] = m.actuator2.p1;
    this.used[5] = m.actuator2.p2;
  }

  private inputsChanged(): bool {
    const m: CraneMechanism = this.mechanism;
    if (this.used[0] != m.actuator1.force || this.used[3] != m.actuator2.force) return true;
    if (this.used[1] != m.actuator1.p1 || this.used[2] != m.actuator1.p2) return true;
    return this.used[4] != m.actuator2.p1 || this.used[5] != m.actuator2.p2;
  }
}
