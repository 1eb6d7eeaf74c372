import { HydraulicDrive } from '../linkages/hydraulic-drive';
import { HydraulicLinkage } from '../linkages/hydraulic-linkage';
import { startHydraulic, stepHydraulic } from '../linkages/hydraulic-unit';
import { QuickReturn } from '../linkages/quick-return-geometry';
import { ValveSignal } from '../linkages/valve-signal';
import { QuickReturnMonolithicVariables } from './variables';

/** Hydraulically driven quick-return mechanism (Jaiswal et al. 2021a): see README.md. */
export class QuickReturnMonolithic extends QuickReturnMonolithicVariables {
  private drive: HydraulicDrive = new HydraulicDrive();
  private mechanism: QuickReturn = new QuickReturn(this.drive);
  private signal: ValveSignal = new ValveSignal(this.times, this.values);
  private linkage: HydraulicLinkage = new HydraulicLinkage(this.mechanism, this.drive, this.signal);

  override internalStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    this.configureMechanism();
    this.drive.friction.parameters.configure<QuickReturnMonolithic>(this, this.F_coul, this.F_stat);
    this.signal.start(this.U_ref);
    startHydraulic<QuickReturnMonolithic>(this, this.linkage);
  }

  doStep(t: f64, h: f64): void {
    const begin: f64 = this.U_ref;
    this.inputsAt(t + h);
    this.signal.take(begin, this.U_ref);
    stepHydraulic<QuickReturnMonolithic>(this, this.linkage, t, h);
  }

  private configureMechanism(): void {
    this.mechanism.tree.gy = -this.g;
    this.mechanism.setBodies(this.m, this.L);
    this.mechanism.setGround(this.K[0], this.K[1], this.y_J, this.Q[0], this.Q[1]);
  }
}
