import { Crane } from '../crane/crane';
import { readCrane } from '../crane/outputs';
import { StraightActuator } from '../crane/straight-actuator';
import { Actuation, CraneDoubleVariables, Formulation } from './variables';

/** Crane with two actuators (Rahikainen et al. 2020, Sect. 3.1.2): see README.md. */
export class CraneDouble extends CraneDoubleVariables {
  private crane: Crane = new Crane(2);

  override initialize(): void {
    const crane: Crane = this.crane;
    crane.mechanism.setParameters(this.m, this.m_p, this.m_h, this.L, this.L_h, this.x_B, this.g);
    crane.ali1.alpha = this.alpha_ALI1;
    crane.ali1.xi = this.xi;
    crane.ali1.omega = this.omega;
    crane.ali3p.alpha = this.alpha_ALI3P;
    this.configure(crane.mechanism.actuator1, 0);
    this.configure(crane.mechanism.actuator2, 1);
    this.drive();
    crane.start(this.time, this.formulation == Formulation.ALI1, this.theta1_0, this.theta2_0);
    this.read();
  }

  private configure(actuator: StraightActuator, i: i32): void {
    actuator.given = this.actuation == Actuation.force;
    actuator.cylinder.configure<CraneDouble>(this, this.l1_0[i], this.s_0[i]);
  }

  doStep(t: f64, h: f64): void {
    if (this.formulation == Formulation.ALI1) {
      this.drive();
      this.crane.explicitStep(t, h);
    }
    this.inputsAt(t + h);
    this.drive();
    this.crane.finishStep(t, h);
    this.read();
  }

  /** Inputs to the mechanism. */
  private drive(): void {
    const first: StraightActuator = this.crane.mechanism.actuator1;
    const second: StraightActuator = this.crane.mechanism.actuator2;
    if (first.given) {
      first.force = this.F_s1;
      second.force = this.F_s2;
    } else {
      first.p1 = this.p11;
      first.p2 = this.p12;
      second.p1 = this.p21;
      second.p2 = this.p22;
    }
  }

  /** Mechanism to the outputs. */
  private read(): void {
    const crane: Crane = this.crane;
    const first: StraightActuator = crane.mechanism.actuator1;
    const second: StraightActuator = crane.mechanism.actuator2;
    this.s1 = first.s;
    this.s1_dot = first.sDot;
    this.s1_ddot = crane.interface.sDdot[0];
    this.force1 = first.force;
    this.s2 = second.s;
    this.s2_dot = second.sDot;
    this.s2_ddot = crane.interface.sDdot[1];
    this.force2 = second.force;
    readCrane<CraneDouble>(this, crane.interface, crane.q, crane.v);
    this.E_stored = crane.storedEnergy();
    this.E_dissipated = crane.dissipated;
    this.iterations = f64(crane.iterations);
    this.iterations_total = crane.totalIterations;
  }
}
