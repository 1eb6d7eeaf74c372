import { FrictionParameters } from '../friction/parameters';
import { Circuit } from '../hydraulics/circuit';
import { Cylinder } from '../hydraulics/cylinder';
import { HydraulicDrive } from '../linkages/hydraulic-drive';
import { HydraulicLinkage } from '../linkages/hydraulic-linkage';
import { QuickReturn } from '../linkages/quick-return';
import { ValveSignal } from '../linkages/valve-signal';
import { InitialForce, QuickReturnMonolithicVariables } from './variables';

/** Hydraulically driven quick-return mechanism (001): see README.md. */
export class QuickReturnMonolithic extends QuickReturnMonolithicVariables {
  private drive: HydraulicDrive = new HydraulicDrive();
  private mechanism: QuickReturn = new QuickReturn(this.drive);
  private signal: ValveSignal = new ValveSignal(this.times, this.values);
  private linkage: HydraulicLinkage = new HydraulicLinkage(this.mechanism, this.drive, this.signal);

  override internalStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    const linkage: HydraulicLinkage = this.linkage;
    const cylinder: Cylinder = this.drive.cylinder;
    this.configureMechanism();
    this.configureHydraulics(cylinder, this.drive.circuit);
    this.configureFriction(this.drive.friction.parameters);
    this.drive.select(this.law);
    this.signal.count = this.count;
    linkage.solvers.penalty.alpha = this.alpha;
    cylinder.s0 = linkage.place(this.formulation, this.z_0);
    linkage.solver.setPrediction(this.prediction);
    this.F_static = linkage.staticForce();
    const F0: f64 = this.initial_force == InitialForce.equilibrium ? this.F_static : this.F_0;
    linkage.start(this.time, F0, this.p2_0, this.U_0);
    this.read();
  }

  doStep(t: f64, h: f64): void {
    this.linkage.step(t, h);
    this.read();
  }

  private configureMechanism(): void {
    this.mechanism.tree.gy = -this.g;
    this.mechanism.setBodies(this.m, this.L);
    this.mechanism.setGround(this.K[0], this.K[1], this.y_J, this.Q[0], this.Q[1]);
  }

  private configureHydraulics(cylinder: Cylinder, circuit: Circuit): void {
    cylinder.setDiameters(this.d_piston, this.d_rod);
    cylinder.l = this.l;
    cylinder.l1At0 = this.l1_0;
    circuit.pP = this.p_P;
    circuit.pT = this.p_T;
    circuit.setLaws(this.dp_lam, this.f_45);
    circuit.setThrottle(this.d_t, this.C_d, this.rho);
    circuit.setValve(this.Q_n, this.dp_n, this.U_n);
    const V1: f64 = this.V_h1;
    const V2: f64 = this.V_h2;
    const V3: f64 = this.V_h3;
    circuit.setVolumes(cylinder.A1, cylinder.A2, V1, V2, V3, this.B_oil, this.B_hose, this.B_cyl);
  }

  private configureFriction(p: FrictionParameters): void {
    p.Fc = this.F_coul;
    p.Fs = this.F_stat;
    p.vs = this.v_s;
    p.sigma2 = this.sigma_2;
    p.xi = this.xi;
    p.n = this.n;
    p.sigma0 = this.sigma_0;
    p.sigma1 = this.sigma_1;
    p.vb = this.v_b;
    p.tauhp = this.tau_hp;
    p.tauhn = this.tau_hn;
    p.tauh0 = this.tau_h0;
  }

  /** State to the outputs. */
  private read(): void {
    const linkage: HydraulicLinkage = this.linkage;
    const mechanism: QuickReturn = this.mechanism;
    const drive: HydraulicDrive = this.drive;
    for (let k: i32 = 0; k < 5; k++) {
      this.z[k] = linkage.solver.q[k];
      this.z_dot[k] = linkage.solver.v[k];
    }
    this.s = mechanism.s[0];
    this.s_dot = mechanism.sDot[0];
    this.force = drive.F[0];
    this.friction = drive.resistance;
    this.p1 = drive.y[0];
    this.p2 = drive.y[1];
    this.p3 = drive.y[2];
    this.U = drive.U;
    this.E_kinetic = linkage.balance.kinetic;
    this.E_potential = linkage.balance.potential;
    this.E_stored = linkage.stored;
    this.E_dissipated = linkage.dissipated;
    this.E_supplied = linkage.supplied;
    this.work = linkage.balance.work;
    this.work_rectangle = linkage.balance.rectangle;
    this.constraint_position = mechanism.positionError();
    this.constraint_velocity = mechanism.velocityError(linkage.solver.v);
    this.iterations = f64(linkage.solver.iterations);
    this.iterations_total = linkage.totalIterations;
    this.partitions = f64(linkage.solver.partitions);
  }
}
