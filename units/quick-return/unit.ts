import { DrivenLinkage } from '../linkages/driven-linkage';
import { GivenForce } from '../linkages/given-force';
import { QuickReturn as QuickReturnMechanism } from '../linkages/quick-return';
import { QuickReturnVariables } from './variables';

/** Quick-return mechanism driven by given forces: see README.md. */
export class QuickReturn extends QuickReturnVariables {
  private drive: GivenForce = new GivenForce();
  private mechanism: QuickReturnMechanism = new QuickReturnMechanism(this.drive);
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
    this.mechanism.setBodies(this.m, this.L);
    this.mechanism.setGround(this.K[0], this.K[1], this.y_J, this.Q[0], this.Q[1]);
  }

  /** State to the outputs. */
  private read(): void {
    const linkage: DrivenLinkage = this.linkage;
    const mechanism: QuickReturnMechanism = this.mechanism;
    for (let k: i32 = 0; k < 5; k++) {
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
