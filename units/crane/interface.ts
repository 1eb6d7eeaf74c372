import { InterfaceModel } from '../multibody/crane-interface-model';
import { CraneMechanism } from './mechanism';
import { StraightActuator } from './straight-actuator';

/**
 * The crane as its actuators see it: w = (ṡ₁[, ṡ₂]), A_i of Rahikainen et al. 2020, Sect. 3.1, and
 * s̈ of each actuator.
 */
export class CraneInterface {
  readonly model: InterfaceModel;
  /** Lengths' accelerations s̈ [m/s²]. */
  readonly sDdot: StaticArray<f64>;
  private A: StaticArray<f64>;
  private bias: StaticArray<f64>;
  private Q: StaticArray<f64>;

  constructor(readonly mechanism: CraneMechanism) {
    const p: i32 = mechanism.actuators;
    this.model = new InterfaceModel(mechanism, p);
    this.sDdot = new StaticArray<f64>(p);
    this.A = new StaticArray<f64>(p * 5);
    this.bias = new StaticArray<f64>(p);
    this.Q = new StaticArray<f64>(5);
  }

  /** Evaluates everything at q, q̇, q̈, and leaves the mechanism evaluated there. */
  evaluate(t: f64, q: StaticArray<f64>, v: StaticArray<f64>, a: StaticArray<f64>): void {
    const mechanism: CraneMechanism = this.mechanism;
    mechanism.constraints(q);
    mechanism.jacobianRate(q, v);
    mechanism.forces(t, q, v);
    this.row(0, mechanism.actuator1, v, a);
    if (mechanism.actuators > 1) this.row(1, mechanism.actuator2, v, a);
    mechanism.weights(this.Q);
    this.model.evaluate(this.A, this.bias, this.Q);
  }

  private row(r: i32, actuator: StraightActuator, v: StaticArray<f64>, a: StaticArray<f64>): void {
    const i: i32 = actuator.index;
    const bias: f64 = actuator.bias(v);
    this.A[r * 5 + i] = actuator.gx;
    this.A[r * 5 + i + 1] = actuator.gy;
    this.bias[r] = bias;
    this.sDdot[r] = actuator.gx * a[i] + actuator.gy * a[i + 1] + bias;
  }
}
