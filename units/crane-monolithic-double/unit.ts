import { HydraulicCrane, Spool } from '../crane/hydraulic-crane';
import { readCrane } from '../crane/outputs';
import { StraightActuator } from '../crane/straight-actuator';
import { Circuit } from '../hydraulics/circuit';
import { Cylinder } from '../hydraulics/cylinder';
import { CraneMonolithicDoubleVariables } from './variables';

/** Crane with two hydraulic actuators in one Newton iteration: see README.md. */
export class CraneMonolithicDouble extends CraneMonolithicDoubleVariables {
  private spool1: Spool = new Spool(this.times1, this.values1);
  private spool2: Spool = new Spool(this.times2, this.values2);
  private crane: HydraulicCrane = new HydraulicCrane(2, this.spool1, this.spool2);

  override internalStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    const crane: HydraulicCrane = this.crane;
    crane.mechanism.setParameters(this.m, this.m_p, this.m_h, this.L, this.L_h, this.x_B, this.g);
    crane.solver.alpha = this.alpha;
    this.configure(crane.mechanism.actuator1, crane.mechanism.circuit1, 0);
    this.configure(crane.mechanism.actuator2, crane.mechanism.circuit2, 1);
    this.spool1.count = this.count1;
    this.spool2.count = this.count2;
    crane.start(this.time, this.theta1_0, this.theta2_0, this.p2_0[0], this.p2_0[1]);
    this.read();
  }

  private configure(actuator: StraightActuator, circuit: Circuit, i: i32): void {
    const c: Cylinder = actuator.cylinder;
    c.configure<CraneMonolithicDouble>(this, this.l1_0[i], this.s_0[i]);
    circuit.configure<CraneMonolithicDouble>(this, c.A1, c.A2, this.V_h1[i], this.V_h2[i], this.V_h3[i]);
  }

  doStep(t: f64, h: f64): void {
    this.spool1.atBegin = this.U_ref1;
    this.spool2.atBegin = this.U_ref2;
    this.inputsAt(t + h);
    this.spool1.atEnd = this.U_ref1;
    this.spool2.atEnd = this.U_ref2;
    this.crane.step(t, h);
    this.read();
  }

  /** State to the outputs. */
  private read(): void {
    const crane: HydraulicCrane = this.crane;
    const first: StraightActuator = crane.mechanism.actuator1;
    const second: StraightActuator = crane.mechanism.actuator2;
    const x: StaticArray<f64> = crane.mechanism.x;
    this.s1 = first.s;
    this.s1_dot = first.sDot;
    this.s1_ddot = crane.interface.sDdot[0];
    this.force1 = first.force;
    this.p11 = x[0];
    this.p12 = x[1];
    this.p13 = x[2];
    this.U1 = this.spool1.U;
    this.s2 = second.s;
    this.s2_dot = second.sDot;
    this.s2_ddot = crane.interface.sDdot[1];
    this.force2 = second.force;
    this.p21 = x[3];
    this.p22 = x[4];
    this.p23 = x[5];
    this.U2 = this.spool2.U;
    readCrane<CraneMonolithicDouble>(this, crane.interface, crane.solver.q, crane.solver.v);
    this.E_stored = crane.stored;
    this.E_dissipated = crane.dissipated;
    this.E_supplied = crane.supplied;
    this.iterations = f64(crane.solver.iterations);
    this.iterations_total = crane.totalIterations;
  }
}
