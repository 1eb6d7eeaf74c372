import { InterfaceDoubleStep } from '../multibody/semirecursive/interface/interface-double-step';
import { InterfacePenalty } from '../multibody/semirecursive/interface/interface-penalty';
import { Interface } from '../multibody/semirecursive/interface/interface-reduction';
import { Assembly } from '../multibody/semirecursive/loops/assembly';
import { LoopSolver } from '../multibody/semirecursive/loops/loop-solver';
import { Mechanism } from '../multibody/semirecursive/tree-mechanism';
import { GivenForce } from './given-force';
import { Balance } from './linkage-balance';
import { Solvers } from './solvers';

/**
 * Increment at which Newton's iteration ends [rad]. Without pressures, whose tolerance is the
 * sharper one in a monolithic unit, the published 1e-7 rad would leave a rate of 2e-7/h.
 */
const tolerance: f64 = 1e-11;

/** A mechanism whose actuator's force comes from other units. */
export class DrivenLinkage {
  readonly solvers: Solvers;
  readonly balance: Balance;
  solver: LoopSolver;
  /** The mechanism as its actuator sees it, by the formulation in use. */
  interface: Interface;
  /** Newton iterations since the start. */
  totalIterations: f64 = 0.0;
  private assembly: Assembly;
  private byPenalty: Interface;
  private byDoubleStep: Interface;

  constructor(
    readonly mechanism: Mechanism,
    readonly drive: GivenForce,
  ) {
    const solvers: Solvers = new Solvers(mechanism);
    const byPenalty: Interface = new InterfacePenalty(mechanism);
    this.solvers = solvers;
    this.solver = solvers.penalty;
    solvers.penalty.tolerance = tolerance;
    solvers.doubleStep.tolerance = tolerance;
    this.balance = new Balance(mechanism);
    this.assembly = new Assembly(mechanism);
    this.byPenalty = byPenalty;
    this.byDoubleStep = new InterfaceDoubleStep(mechanism, solvers.doubleStep.reduction);
    this.interface = byPenalty;
  }

  /**
   * Starts at rest at approximate coordinates, closes the loops, and computes the exact
   * acceleration under the force F [N].
   */
  start(t: f64, formulation: i32, z0: StaticArray<f64>, F: f64): void {
    const solver: LoopSolver = this.solvers.select(formulation);
    this.solver = solver;
    this.interface = formulation == 2 ? this.byDoubleStep : this.byPenalty;
    this.mechanism.tree.reset();
    for (let k: i32 = 0; k < this.mechanism.n; k++) solver.q[k] = z0[k];
    solver.v.fill(0.0);
    this.assembly.close(solver.q);
    this.drive.force = F;
    solver.start(t);
    this.totalIterations = 0.0;
    this.balance.start();
    this.interface.evaluate();
  }

  /** Steps to t + h with the force F [N] there. */
  step(t: f64, h: f64, F: f64): void {
    this.drive.force = F;
    this.solver.step(t, h);
    this.totalIterations += f64(this.solver.iterations);
    this.balance.step(h);
    this.interface.evaluate();
  }

  /** s̈ at the end of the step [m/s²]. */
  acceleration(): f64 {
    let sum: f64 = this.mechanism.line(0).bias(this.mechanism.tree.motion);
    for (let k: i32 = 0; k < this.mechanism.n; k++) sum += this.mechanism.G[k] * this.solver.a[k];
    return sum;
  }
}
