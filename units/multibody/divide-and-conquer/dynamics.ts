import { fail } from 'fmukit/author';
import { Ode } from '../../numerics/ode';
import { Accelerations } from './accelerations';
import { Bodies } from './bodies';
import { Positions } from './positions';
import { System } from './system';
import { Velocities } from './velocities';

/** Passes with new matrices that positions are given at most. */
const passes: i32 = 20;

/**
 * The motion of a system as ẋ = f(t, x) with x = (q, q̇), for an integrator: accelerations by assembly and disassembly, and where
 * `projections` are asked for, positions and velocities on their constraints after every step.
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
    this.positions.forgetCounts();
    this.velocities.forgetCounts();
    this.accelerations.forgetCounts();
    this.close(2);
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
    this.close(this.positions.maxIterations);
    this.onConstraints();
    this.write(x);
    this.derivative(dx);
    return true;
  }

  /**
   * Positions on their constraints, with new matrices in every pass: done when one takes `few` iterations. The matrices of a step serve
   * all its iterations; a second pass is for steps that leave the constraints by far.
   */
  private close(few: i32): void {
    for (let k: i32 = 0; k < passes; k++) {
      this.assemble();
      if (this.positions.solve() && this.positions.iterations <= few) return;
    }
    fail('divide and conquer: positions do not comply with the constraints');
  }

  /** Velocities and accelerations with the matrices of corrected positions. */
  private onConstraints(): void {
    this.assemble();
    if (!this.velocities.solve()) fail('divide and conquer: velocities do not converge');
    this.accelerate();
  }

  private accelerate(): void {
    this.accelerations.begin();
    if (!this.accelerations.solve()) fail('divide and conquer: accelerations do not converge');
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
