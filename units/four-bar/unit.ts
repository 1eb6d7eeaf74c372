import { DrivenLinkage } from '../linkages/driven-linkage';
import { FourBar as FourBarMechanism } from '../linkages/four-bar';
import { GivenForce } from '../linkages/given-force';
import { FourBarVariables } from './variables';

/** Four-bar mechanism driven by given forces: see README.md. */
export class FourBar extends FourBarVariables {
  private drive: GivenForce = new GivenForce();
  private mechanism: FourBarMechanism = new FourBarMechanism(this.drive);
  private linkage: DrivenLinkage = new DrivenLinkage(this.mechanism, this.drive);

  override initialize(): void {
    this.configureMechanism();
    this.linkage.solvers.penalty.alpha = this.alpha;
    this.linkage.start(this.time, this.formulation, this.z_0, this.F_s + this.F_f);
    this.linkage.solver.setPrediction(this.prediction);
    this.read();
  }

  doStep(t: f64, h: f64): void {
    this.inputsAt(t + h);
    this.linkage.step(t, h, this.F_s + this.F_f);
    this.read();
  }

  private configureMechanism(): void {
    this.mechanism.tree.gy = -this.g;
    this.mechanism.setRods(this.m, this.L, this.c);
    this.mechanism.setGround(this.pushed, this.L, this.E[0], this.E[1], this.G[0], this.G[1]);
  }

  /** State to the outputs. */
  private read(): void {
    const linkage: DrivenLinkage = this.linkage;
    const mechanism: FourBarMechanism = this.mechanism;
    for (let k: i32 = 0; k < 3; k++) {
      this.z[k] = linkage.solver.q[k];
      this.z_dot[k] = linkage.solver.v[k];
    }
    this.s = mechanism.s[0];
    this.s_dot = mechanism.sDot[0];
    this.s_ddot = linkage.acceleration();
    this.force = this.drive.F[0];
    this.M_eff[0] = linkage.interface.Meff[0];
    this.Q_eff[0] = linkage.interface.Qeff[0];
    this.E_kinetic = linkage.balance.kinetic;
    this.E_potential = linkage.balance.potential;
    this.work = linkage.balance.work;
    this.work_rectangle = linkage.balance.rectangle;
    this.constraint_position = mechanism.positionError();
    this.constraint_velocity = mechanism.velocityError(linkage.solver.v);
    this.iterations = f64(linkage.solver.iterations);
    this.iterations_total = linkage.totalIterations;
    this.partitions = f64(linkage.solver.partitions);
  }
}
