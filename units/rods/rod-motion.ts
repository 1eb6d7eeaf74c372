import { Bodies } from '../multibody/divide-and-conquer/bodies';
import { Dynamics } from '../multibody/divide-and-conquer/divided-dynamics';
import { Joint } from '../multibody/divide-and-conquer/divided-joint';
import { Level, mostIterations } from '../multibody/divide-and-conquer/levels/level';
import { System } from '../multibody/divide-and-conquer/system';
import { DormandPrince } from '../numerics/dormand-prince';
import { RK4 } from '../numerics/rk4';

/** Fields of a unit that includes motion.json. */
export interface MotionVariables {
  q: StaticArray<f64>;
  q_dot: StaticArray<f64>;
  lambda: StaticArray<f64>;
  constraint_position: f64;
  constraint_velocity: f64;
  constraint_acceleration: f64;
  E_kinetic: f64;
  E_potential: f64;
  iterations: StaticArray<f64>;
  distribution: StaticArray<f64>;
  steps: f64;
  assemblies: f64;
  g: f64;
  projections: bool;
  alpha: f64;
  mu: f64;
  Omega: f64;
  tolerance_position: f64;
  tolerance_velocity: f64;
  tolerance_acceleration: f64;
  max_iterations: i32;
  integrator: i32;
  tolerance: f64;
  h: f64;
  time: f64;
}

/** A system's motion by the integrator that its unit asks for. */
export class Motion {
  readonly dynamics: Dynamics;
  private x: StaticArray<f64>;
  private dx: StaticArray<f64>;
  private adaptive: DormandPrince;
  private classical: RK4;
  private kind: i32 = 1;
  private steps: f64 = 0.0;

  constructor(readonly system: System) {
    const dynamics: Dynamics = new Dynamics(system);
    this.dynamics = dynamics;
    this.x = new StaticArray<f64>(dynamics.n);
    this.dx = new StaticArray<f64>(dynamics.n);
    this.adaptive = new DormandPrince(dynamics);
    this.classical = new RK4(dynamics);
  }

  /** Starts from the present position of the bodies. */
  start(kind: i32, tolerance: f64): void {
    this.kind = kind;
    this.adaptive.rtol = tolerance;
    this.adaptive.atol = tolerance;
    this.adaptive.begin();
    this.steps = 0.0;
    this.dynamics.begin(this.x);
  }

  step(t: f64, h: f64): void {
    if (this.kind == 1) this.adaptive.advance(t, t + h, this.x);
    else if (this.kind == 2) this.adaptive.step(t, h, this.x);
    else {
      this.classical.step(t, h, this.x);
      if (!this.dynamics.settle(t + h, this.x, this.dx)) this.dynamics.rhs(t + h, this.x, this.dx);
      this.steps += 1.0;
    }
  }

  stepsTaken(): f64 {
    return this.kind == 3 ? this.steps : this.adaptive.steps;
  }
}

/** Parameters of the unit to its motion, whose bodies stand as they begin. */
export function startMotion<U extends MotionVariables>(unit: U, motion: Motion): void {
  const dynamics: Dynamics = motion.dynamics;
  motion.system.alpha = unit.alpha;
  motion.system.bodies.gy = -unit.g;
  dynamics.projections = unit.projections;
  dynamics.accelerations.mu = unit.mu;
  dynamics.accelerations.Omega = unit.Omega;
  dynamics.positions.tolerance = unit.tolerance_position;
  dynamics.velocities.tolerance = unit.tolerance_velocity;
  dynamics.accelerations.tolerance = unit.tolerance_acceleration;
  dynamics.positions.maxIterations = unit.max_iterations;
  dynamics.velocities.maxIterations = unit.max_iterations;
  dynamics.accelerations.maxIterations = unit.max_iterations;
  motion.start(unit.integrator, unit.tolerance);
  readMotion<U>(unit, motion);
}

export function stepMotion<U extends MotionVariables>(unit: U, motion: Motion, t: f64, h: f64): void {
  motion.dynamics.positions.most = 0;
  motion.dynamics.velocities.most = 0;
  motion.dynamics.accelerations.most = 0;
  motion.step(t, h);
  readMotion<U>(unit, motion);
}

/** State to the outputs. */
function readMotion<U extends MotionVariables>(unit: U, motion: Motion): void {
  const dynamics: Dynamics = motion.dynamics;
  const system: System = motion.system;
  const bodies: Bodies = system.bodies;
  for (let k: i32 = 0; k < 7 * system.n; k++) {
    unit.q[k] = bodies.q[7 + k];
    unit.q_dot[k] = bodies.v[7 + k];
  }
  for (let k: i32 = 0; k < system.joints; k++) {
    const joint: Joint = system.jointAt(k);
    for (let i: i32 = 0; i < 5; i++) unit.lambda[5 * k + i] = joint.lambda[i];
  }
  unit.constraint_position = dynamics.positions.violation();
  unit.constraint_velocity = dynamics.velocities.violation();
  unit.constraint_acceleration = dynamics.accelerations.violation();
  unit.E_kinetic = bodies.kineticEnergy();
  unit.E_potential = bodies.potentialEnergy();
  unit.steps = motion.stepsTaken();
  unit.assemblies = dynamics.assemblies;
  readIterations<U>(unit, dynamics.positions, 0);
  readIterations<U>(unit, dynamics.velocities, 1);
  readIterations<U>(unit, dynamics.accelerations, 2);
}

function readIterations<U extends MotionVariables>(unit: U, level: Level, row: i32): void {
  unit.iterations[row] = f64(level.most);
  for (let k: i32 = 0; k < mostIterations; k++) unit.distribution[mostIterations * row + k] = level.counts[k];
}
