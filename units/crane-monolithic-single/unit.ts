import { HydraulicCrane, Spool } from '../crane/hydraulic-crane';
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
    c.setDiameters(this.d_piston, this.d_rod);
    c.c = this.c;
    c.kd = this.k_d;
    c.cd = this.c_d;
    c.ld = this.l_d;
    c.l = this.l;
    c.l1At0 = this.l1_0;
    c.s0 = this.s_0;
    circuit.pP = this.p_P;
    circuit.pT = this.p_T;
    circuit.setLaws(this.dp_lam, this.f_45);
    circuit.setThrottle(this.d_t, this.C_d, this.rho);
    circuit.setValve(this.Q_n, this.dp_n, this.U_n);
    const V1: f64 = this.V_h1;
    const V2: f64 = this.V_h2;
    const V3: f64 = this.V_h3;
    circuit.setVolumes(c.A1, c.A2, V1, V2, V3, this.B_oil, this.B_hose, this.B_cyl);
  }

  doStep(t: f64, h: f64): void {
    this.crane.step(t, h);
    this.read();
  }

  /** State to the outputs. */
  private read(): void {
    const crane: HydraulicCrane = this.crane;
    const actuator: StraightActuator = crane.mechanism.actuator1;
    const q: StaticArray<f64> = crane.solver.q;
    const x: StaticArray<f64> = crane.mechanism.x;
    this.s = actuator.s;
    this.s_dot = actuator.sDot;
    this.s_ddot = crane.interface.sDdot[0];
    this.force = actuator.force;
    this.p1 = x[0];
    this.p2 = x[1];
    this.p3 = x[2];
    this.U = this.spool.U;
    this.M_eff[0] = crane.interface.model.Meff[0];
    this.Q_eff[0] = crane.interface.model.Qeff[0];
    this.x_P = q[0];
    this.y_P = q[1];
    this.theta1 = q[2];
    this.x_R = q[3];
    this.y_R = q[4];
    this.theta2 = crane.mechanism.theta2(q);
    this.E_kinetic = crane.mechanism.kineticEnergy(crane.solver.v);
    this.E_potential = crane.mechanism.potentialEnergy(q);
    this.E_stored = crane.stored;
    this.E_dissipated = crane.dissipated;
    this.E_supplied = crane.supplied;
    this.constraint_position = crane.mechanism.positionError();
    this.constraint_velocity = crane.mechanism.velocityError(crane.solver.v);
    this.iterations = f64(crane.solver.iterations);
    this.iterations_total = crane.totalIterations;
  }
}
