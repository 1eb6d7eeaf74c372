import { HydraulicCrane, Spool } from '../crane/hydraulic-crane';
import { readCrane } from '../crane/outputs';
import { StraightActuator } from '../crane/straight-actuator';
import { Circuit } from '../hydraulics/circuit';
import { Cylinder } from '../hydraulics/cylinder';
import { CraneMonolithicSingleVariables } from './variables';

/** Crane with its hydraulic actuator in one Newton iteration: see README.md. */
export class CraneMonolithicSingle extends CraneMonolithicSingleVariables {
  private spool: Spool = new Spool(this.times, this.values);
  private crane: HydraulicCrane = new HydraulicCrane(1, this.spool, this.spool);

  override internalStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    const crane: HydraulicCrane = this.crane;
    crane.mechanism.setParameters(this.m, this.m_p, this.m_h, this.L, this.L_h, this.x_B, this.g);
    crane.solver.alpha = this.alpha;
    this.configure(crane.mechanism.actuator1, crane.mechanism.circuit1);
    this.spool.count = this.count;
    crane.start(this.time, this.theta1_0, this.theta2_0, this.p2_0, 0.0);
    this.read();
  }

  private configure(actuator: StraightActuator, circuit: Circuit): void {
    const c: Cylinder = actuator.cylinder;
    c.configure<CraneMonolithicSingle>(this, this.l1_0, this.s_0);
    circuit.configure<CraneMonolithicSingle>(this, c.A1, c.A2, this.V_h1, this.V_h2, this.V_h3);
  }

  doStep(t: f64, h: f64): void {
    this.spool.atBegin = this.U_ref;
    this.inputsAt(t + h);
    this.spool.atEnd = this.U_ref;
    this.crane.step(t, h);
    this.read();
  }

  /** State to the outputs. */
  private read(): void {
    const crane: HydraulicCrane = this.crane;
    const actuator: StraightActuator = crane.mechanism.actuator1;
    const x: StaticArray<f64> = crane.mechanism.x;
    this.s = actuator.s;
    this.s_dot = actuator.sDot;
    this.s_ddot = crane.interface.sDdot[0];
    this.force = actuator.force;
    this.p1 = x[0];
    this.p2 = x[1];
    this.p3 = x[2];
    this.U = this.spool.U;
    readCrane<CraneMonolithicSingle>(this, crane.interface, crane.solver.q, crane.solver.v);
    this.E_stored = crane.stored;
    this.E_dissipated = crane.dissipated;
    this.E_supplied = crane.supplied;
    this.iterations = f64(crane.solver.iterations);
    this.iterations_total = crane.totalIterations;
  }
}
