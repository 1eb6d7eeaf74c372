import { Ode } from '../../numerics/ode';
import { Bodies } from './bodies';
import { Accelerations } from './levels/handle-accelerations';
import { Positions } from './levels/positions';
import { Velocities } from './levels/velocities';
import { System } from './system';

const closing: string =
  'A loop cannot close from where the bodies stand at the start: look at lengths and points of the joints, or begin nearer to a closed position';
const converging: string =
  'Try a larger alpha (up to about 1e10 times the masses), looser tolerances, more iterations, or shorter steps';

/**
 * Maximum number of matrix assemblies that close the loops at the start. An increment below `near`
 * [m] marks them as nearly closed.
 */
const approaches: i32 = 100;
const near: f64 = 1e-4;
/** Sets of matrices that the projection of positions is given at most. */
const passes: i32 = 3;

/**
 * The motion of a system as ẋ = f(t, x) with x = (q, q̇), for an integrator. Assembly and
 * disassembly give accelerations. With `projections`, positions and velocities are projected onto
 * their constraints after every step.
 */
export class Dynamics extends Ode {
  readonly positions: Positions;
  readonly velocities: Velocities;
  readonly accelerations: Accelerations;
  projections: bool = true;
  /** Times that the matrices were assembled. */
  assemblies: f64 = 0.0;
  private bodies: Bodies;

  constructor(readonly system: System) {
    super(14 * system.n);
    this.bodies = system.bodies;
    this.positions = new Positions(system);
    this.velocities = new Velocities(system);
    this.accelerations = new Accelerations(system);
  }

  /** Closes the loops from where the bodies stand, makes velocities comply, and gives x. */
  begin(x: StaticArray<f64>): void {
    this.assemblies = 0.0;
    this.approach();
    this.positions.forgetCounts();
    this.velocities.forgetCounts();
    this.accelerations.forgetCounts();
    this.comply();
    this.onConstraints();
    this.write(x);
  }

  rhs(t: f64, x: StaticArray<f64>, dx: StaticArray<f64>): void {
    this.read(x);
    this.assemble();
    this.accelerate();
    this.derivative(dx);
  }

  /** Projections of positions, then of velocities with new matrices. */
  override settle(t: f64, x: StaticArray<f64>, dx: StaticArray<f64>): bool {
    if (!this.projections) return false;
    this.read(x);
    this.comply();
    this.onConstraints();
    this.write(x);
    this.derivative(dx);
    return true;
  }

  /**
   * Positions near their constraints: one iteration with each set of matrices, so that a loop that
   * cannot close ends open, and not far away.
   */
  private approach(): void {
    for (let k: i32 = 0; k < approaches; k++) {
      this.assemble();
      this.positions.solve(1);
      if (this.positions.norm < near) return;
    }
    this.positions.giveUp(closing);
  }

  /**
   * Positions on their constraints. One set of matrices serves a step. Another is for steps that
   * leave the constraints by far.
   */
  private comply(): void {
    for (let k: i32 = 0; k < passes; k++) {
      this.assemble();
      if (this.positions.solve(this.positions.maxIterations)) return;
    }
    this.positions.giveUp(converging);
  }

  /** Velocities and accelerations with the matrices of corrected positions. */
  private onConstraints(): void {
    this.assemble();
    if (!this.velocities.solve(this.velocities.maxIterations)) this.velocities.giveUp(converging);
    this.accelerate();
  }

  private accelerate(): void {
    this.accelerations.begin();
    if (!this.accelerations.solve(this.accelerations.maxIterations)) this.accelerations.giveUp(converging);
  }

  private assemble(): void {
    this.system.linearize();
    this.system.assemble();
    this.assemblies += 1.0;
  }

  private read(x: StaticArray<f64>): void {
    const half: i32 = 7 * this.system.n;
    for (let k: i32 = 0; k < half; k++) {
      unchecked((this.bodies.q[7 + k] = x[k]));
      unchecked((this.bodies.v[7 + k] = x[half + k]));
    }
  }

  private write(x: StaticArray<f64>): void {
    const half: i32 = 7 * this.system.n;
    for (let k: i32 = 0; k < half; k++) {
      unchecked((x[k] = this.bodies.q[7 + k]));
      unchecked((x[half + k] = this.bodies.v[7 + k]));
    }
  }

  private derivative(dx: StaticArray<f64>): void {
    const half: i32 = 7 * this.system.n;
    for (let k: i32 = 0; k < half; k++) {
      unchecked((dx[k] = this.bodies.v[7 + k]));
      unchecked((dx[half + k] = this.bodies.a[7 + k]));
    }
  }
}
