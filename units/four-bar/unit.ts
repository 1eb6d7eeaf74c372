import { DrivenLinkage } from '../linkages/driven-linkage';
import { startDriven, stepDriven } from '../linkages/driven-unit';
import { FourBar as FourBarMechanism } from '../linkages/four-bar-geometry';
import { GivenForce } from '../linkages/given-force';
import { FourBarVariables } from './variables';

/** Four-bar mechanism driven by given forces: see README.md. */
export class FourBar extends FourBarVariables {
  private drive: GivenForce = new GivenForce();
  private mechanism: FourBarMechanism = new FourBarMechanism(this.drive);
  private linkage: DrivenLinkage = new DrivenLinkage(this.mechanism, this.drive);

  override initialize(): void {
    this.configureMechanism();
    startDriven<FourBar>(this, this.linkage);
  }

  doStep(t: f64, h: f64): void {
    this.inputsAt(t + h);
    stepDriven<FourBar>(this, this.linkage, t, h);
  }

  private configureMechanism(): void {
    this.mechanism.tree.gy = -this.g;
    this.mechanism.setRods(this.m, this.L, this.c);
    this.mechanism.setGround(this.pushed, this.L, this.E[0], this.E[1], this.G[0], this.G[1]);
  }
}
