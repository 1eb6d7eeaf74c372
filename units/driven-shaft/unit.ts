import { Run, startRun, stepRun } from '../flexible/run-parameters';
import { Shaft } from '../flexible/shaft';
import { placeShaft, readShaft, refuseShaft } from '../flexible/shaft-unit';
import { Couple } from '../multibody/absolute/couple';
import { Nodes } from '../multibody/absolute/nodes';
import { DrivenShaftVariables } from './variables';

/**
 * The input torque at the driven end, at each stage as it then is. What it brings in goes over the
 * bond.
 */
class GivenTorque extends Couple {
  constructor(readonly unit: DrivenShaft) {
    super();
  }

  override forces(nodes: Nodes, t: f64): void {
    this.unit.inputsAt(t);
    this.torque[0] = this.unit.torque;
    super.forces(nodes, t);
  }

  override supplied(): f64 {
    return 0.0;
  }
}

/** Shaft with an unbalanced disk, driven by a torque: see README.md. */
export class DrivenShaft extends DrivenShaftVariables {
  private shaft: Shaft = new Shaft(512, 1);
  private run: Run = new Run(this.shaft.mechanism);
  private given: GivenTorque = new GivenTorque(this);

  override internalStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    const shaft: Shaft = this.shaft;
    placeShaft<DrivenShaft>(this, shaft, false);
    shaft.addHub(this.J_hub);
    this.given.on(shaft.bar.first, 0.0, 0.0, 0.0);
    shaft.mechanism.add(this.given);
    shaft.mechanism.close();
    startRun<DrivenShaft>(this, this.run);
    this.work = 0.0;
    readShaft<DrivenShaft>(this, shaft, this.run);
  }

  doStep(t: f64, h: f64): void {
    refuseShaft<DrivenShaft>(this);
    const before: f64 = this.torque * this.Omega;
    stepRun<DrivenShaft>(this, this.run, t, h);
    readShaft<DrivenShaft>(this, this.shaft, this.run);
    this.inputsAt(t + h);
    this.work += 0.5 * h * (before + this.torque * this.Omega);
  }
}
