import { fail } from 'fmukit/author';
import { Circuit } from '../hydraulics/circuit';
import { Cylinder } from '../hydraulics/cylinder';
import { Assembly } from '../multibody/semirecursive/loops/assembly';
import { LoopSolver } from '../multibody/semirecursive/loops/loop-solver';
import { Mechanism } from '../multibody/semirecursive/tree-mechanism';
import { checkTimes } from '../numerics/piecewise-linear';
import { HydraulicDrive } from './hydraulic-drive';
import { Balance } from './linkage-balance';
import { Solvers } from './solvers';
import { StaticForce } from './static-force';
import { ValveSignal } from './valve-signal';

/**
 * A mechanism with a hydraulic cylinder and its friction in one Newton iteration (Jaiswal et al.
 * 2021a, Sect. 4; 2021b, Sect. 4).
 */
export class HydraulicLinkage {
  readonly solvers: Solvers;
  readonly balance: Balance;
  solver: LoopSolver;
  /** Newton iterations since the start. */
  totalIterations: f64 = 0.0;
  /**
   * Energies since the start [J], by the trapezoidal rule. Energy stored in oil and bristles [J].
   */
  dissipated: f64 = 0.0;
  supplied: f64 = 0.0;
  stored: f64 = 0.0;
  private assembly: Assembly;
  private statics: StaticForce;
  private lostPower: f64 = 0.0;
  private suppliedPower: f64 = 0.0;

  constructor(
    readonly mechanism: Mechanism,
    readonly drive: HydraulicDrive,
    readonly signal: ValveSignal,
  ) {
    const solvers: Solvers = new Solvers(mechanism);
    this.solvers = solvers;
    this.solver = solvers.penalty;
    this.balance = new Balance(mechanism);
    this.assembly = new Assembly(mechanism);
    this.statics = new StaticForce(mechanism);
  }

  /** Closes the loops from approximate coordinates, at rest. Gives the actuator's length [m]. */
  place(formulation: i32, z0: StaticArray<f64>): f64 {
    const solver: LoopSolver = this.solvers.select(formulation);
    this.solver = solver;
    this.mechanism.tree.reset();
    for (let k: i32 = 0; k < this.mechanism.n; k++) solver.q[k] = z0[k];
    solver.v.fill(0.0);
    this.assembly.close(solver.q);
    return this.mechanism.s[0];
  }

  /** The force that holds the mechanism where it was placed [N]. */
  staticForce(): f64 {
    return this.statics.find(this.solver.q, this.solver.v);
  }

  /**
   * Starts from the present position with zero friction states and the cylinder force F0 [N]. p₂ is
   * given, p₁ = (F₀ + p₂ A₂)/A₁, p₃ = p₁ (Jaiswal et al. 2021a, Sect. 5).
   */
  start(t: f64, F0: f64, p2: f64, U: f64): void {
    const cylinder: Cylinder = this.drive.cylinder;
    const y: StaticArray<f64> = this.drive.y;
    y.fill(0.0);
    y[1] = p2;
    y[0] = (F0 + p2 * cylinder.A2) / cylinder.A1;
    y[2] = y[0];
    checkTimes(this.signal.times, this.signal.count);
    this.signal.U = U;
    this.drive.U = U;
    this.solver.start(t);
    this.totalIterations = 0.0;
    this.dissipated = 0.0;
    this.supplied = 0.0;
    this.powers();
    this.balance.start();
  }

  step(t: f64, h: f64): void {
    if (this.signal.jumps(t, h)) this.solver.restart();
    this.signal.advance(this.drive.circuit, t, h);
    this.drive.U = this.signal.U;
    this.solver.step(t, h);
    this.totalIterations += f64(this.solver.iterations);
    this.balance.step(h);
    const lost: f64 = this.lostPower;
    const supplied: f64 = this.suppliedPower;
    this.powers();
    this.dissipated += 0.5 * h * (lost + this.lostPower);
    this.supplied += 0.5 * h * (supplied + this.suppliedPower);
    if (this.drive.cylinder.l1 < 0.0 || this.drive.cylinder.l2 < 0.0)
      fail(
        'cylinder: its piston is at an end: l1 or l2 is below 0 m; check l, l1_0 [m] and the valve signal [V]',
      );
  }

  private powers(): void {
    const drive: HydraulicDrive = this.drive;
    const circuit: Circuit = drive.circuit;
    const y: StaticArray<f64> = drive.y;
    const rate: f64 = this.mechanism.sDot[0];
    const bristles: f64 = drive.law.storedPower(y, drive.yDot, 3);
    this.lostPower = circuit.lostPower(y[0], y[1], y[2], drive.U) + drive.resistance * rate - bristles;
    this.suppliedPower = circuit.suppliedPower(y[0], y[1], drive.U, rate);
    this.stored = circuit.storedEnergy(y[0], y[1], y[2]) + drive.law.storedEnergy(y, 3);
  }
}
