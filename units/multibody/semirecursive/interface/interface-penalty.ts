import { InterfaceModel } from '../../crane-interface-model';
import { MultibodyModel } from '../../multibody-model';
import { Accumulation } from '../dynamics/accumulation';
import { Mechanism } from '../tree-mechanism';
import { Interface } from './interface-reduction';

/** M′, Φ_z, Φ̇_z ż and Q′ of a mechanism where it stands, as a model in dependent coordinates. */
class Snapshot extends MultibodyModel {
  private accumulation: Accumulation;
  private zero: StaticArray<f64>;

  constructor(readonly mechanism: Mechanism) {
    super(mechanism.n, mechanism.m);
    this.accumulation = new Accumulation(mechanism.tree);
    this.zero = new StaticArray<f64>(mechanism.n);
  }

  take(): void {
    const mechanism: Mechanism = this.mechanism;
    const n: i32 = mechanism.n;
    this.accumulation.evaluate();
    mechanism.curvature();
    mechanism.residual(this.zero, this.Q);
    for (let i: i32 = 0; i < n; i++) this.Q[i] = -this.Q[i];
    for (let i: i32 = 0; i < n * n; i++) this.M[i] = this.accumulation.M[i];
    for (let i: i32 = 0; i < mechanism.m * n; i++) this.J[i] = mechanism.J[i];
    for (let r: i32 = 0; r < mechanism.m; r++) this.gamma[r] = mechanism.gamma[r];
  }

  constraints(q: StaticArray<f64>): void {}
  jacobianRate(q: StaticArray<f64>, v: StaticArray<f64>): void {}
  forces(t: f64, q: StaticArray<f64>, v: StaticArray<f64>): void {}
}

/**
 * The interface model with all coordinates, as for any model in dependent coordinates. Constraints
 * must be independent.
 */
export class InterfacePenalty extends Interface {
  private snapshot: Snapshot;
  private model: InterfaceModel;
  private bias: StaticArray<f64>;

  constructor(readonly mechanism: Mechanism) {
    super(mechanism.drive.actuators);
    const snapshot: Snapshot = new Snapshot(mechanism);
    this.snapshot = snapshot;
    this.model = new InterfaceModel(snapshot, mechanism.drive.actuators);
    this.bias = new StaticArray<f64>(mechanism.drive.actuators);
  }

  evaluate(): void {
    this.snapshot.take();
    for (let r: i32 = 0; r < this.p; r++)
      this.bias[r] = this.mechanism.line(r).bias(this.mechanism.tree.motion);
    this.model.evaluate(this.mechanism.G, this.bias, this.snapshot.Q);
    for (let i: i32 = 0; i < this.p * this.p; i++) this.Meff[i] = this.model.Meff[i];
    for (let r: i32 = 0; r < this.p; r++) this.Qeff[r] = this.model.Qeff[r];
  }
}
