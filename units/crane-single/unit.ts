import { Crane } from '../crane/crane';
import { readCrane } from '../crane/outputs';
import { StraightActuator } from '../crane/straight-actuator';
import { Actuation, CraneSingleVariables, Formulation } from './variables';

/** Crane with one actuator (Rahikainen et al. 2020, Sect. 3.1.1): see README.md. */
export class CraneSingle extends CraneSingleVariables {
  private crane: Crane = new Crane(1);

  override initialize(): void {
    const crane: Crane = this.crane;
    crane.mechanism.setParameters(this.m, this.m_p, this.m_h, this.L, this.L_h, this.x_B, this.g);
    crane.ali1.alpha = this.alpha_ALI1;
    crane.ali1.xi = this.xi;
    crane.ali1.omega = this.omega;
    crane.ali3p.alpha = this.alpha_ALI3P;
    const actuator: StraightActuator = crane.mechanism.actuator1;
    actuator.given = this.actuation == Actuation.force;
    actuator.cylinder.configure<CraneSingle>(this, this.l1_0, this.s_0);
    this.drive();
    crane.start(this.time, this.formulation == Formulation.ALI1, this.theta1_0, this.theta2_0);
    this.read();
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
    const actuator: StraightActuator = this.crane.mechanism.actuator1;
    if (actuator.given) {
      actuator.force = this.F_s;
    } else {
      actuator.p1 = this.p1;
      actuator.p2 = this.p2;
    }
  }

  /** Mechanism to the outputs. */
  private read(): void {
    const crane: Crane = this.crane;
    const actuator: StraightActuator = crane.mechanism.actuator1;
    this.s = actuator.s;
    this.s_dot = actuator.sDot;
    this.s_ddot = crane.interface.sDdot[0];
    this.force = actuator.force;
    readCrane<CraneSingle>(this, crane.interface, crane.q, crane.v);
    this.E_stored = crane.storedEnergy();
    this.E_dissipated = crane.dissipated;
    this.iterations = f64(crane.iterations);
    this.iterations_total = crane.totalIterations;
  }
}
