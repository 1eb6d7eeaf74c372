import { DrivenLinkage } from '../linkages/driven-linkage';
import { startDriven, stepDriven } from '../linkages/driven-unit';
import { GivenForce } from '../linkages/given-force';
import { QuickReturn as QuickReturnMechanism } from '../linkages/quick-return-geometry';
import { QuickReturnVariables } from './variables';

/** Quick-return mechanism driven by given forces: see README.md. */
export class QuickReturn extends QuickReturnVariables {
  private drive: GivenForce = new GivenForce();
  private mechanism: QuickReturnMechanism = new QuickReturnMechanism(this.drive);
  private linkage: DrivenLinkage = new DrivenLinkage(this.mechanism, this.drive);

  override initialize(): void {
    this.configureMechanism();
    startDriven<QuickReturn>(this, this.linkage);
  }

  doStep(t: f64, h: f64): void {
    this.inputsAt(t + h);
    stepDriven<QuickReturn>(this, this.linkage, t, h);
  }

  private configureMechanism(): void {
    this.mechanism.tree.gy = -this.g;
    this.mechanism.setBodies(this.m, this.L);
    this.mechanism.setGround(this.K[0], this.K[1], this.y_J, this.Q[0], this.Q[1]);
  }
}
