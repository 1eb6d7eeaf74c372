import { FourBar } from '../linkages/four-bar-geometry';
import { HydraulicDrive } from '../linkages/hydraulic-drive';
import { HydraulicLinkage } from '../linkages/hydraulic-linkage';
import { startHydraulic, stepHydraulic } from '../linkages/hydraulic-unit';
import { ValveSignal } from '../linkages/valve-signal';
import { FourBarMonolithicVariables } from './variables';

/** Hydraulically driven four-bar mechanism (Jaiswal et al. 2021a, 2021b): see README.md. */
export class FourBarMonolithic extends FourBarMonolithicVariables {
  private drive: HydraulicDrive = new HydraulicDrive();
  private mechanism: FourBar = new FourBar(this.drive);
  private signal: ValveSignal = new ValveSignal(this.times, this.values);
  private linkage: HydraulicLinkage = new HydraulicLinkage(this.mechanism, this.drive, this.signal);

  override internalStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    this.configureMechanism();
    this.drive.friction.parameters.configure<FourBarMonolithic>(this, this.F_coul, this.F_stat);
    this.signal.start(this.U_ref);
    startHydraulic<FourBarMonolithic>(this, this.linkage);
  }

  doStep(t: f64, h: f64): void {
    const begin: f64 = this.U_ref;
    this.inputsAt(t + h);
    this.signal.take(begin, this.U_ref);
    stepHydraulic<FourBarMonolithic>(this, this.linkage, t, h);
  }

  private configureMechanism(): void {
    this.mechanism.tree.gy = -this.g;
    this.mechanism.setRods(this.m, this.L, this.c);
    this.mechanism.setGround(this.pushed, this.L, this.E[0], this.E[1], this.G[0], this.G[1]);
  }
}
