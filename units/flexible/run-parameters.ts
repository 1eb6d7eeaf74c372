import { Mechanism } from '../multibody/absolute/absolute-mechanism';
import { ImplicitIntegrator } from '../numerics/implicit/implicit-integrator';
import {
  configureIntegrator,
  IntegratorVariables,
  startIntegrator,
} from '../numerics/implicit/integrator-variables';

/** Fields of a unit that includes run.json. */
export interface RunVariables extends IntegratorVariables {
  E_kinetic: f64;
  E_potential: f64;
  E_stored: f64;
  E_dissipated: f64;
  E_supplied: f64;
  constraint_position: f64;
  iterations: f64;
  iterations_total: f64;
  stages_total: f64;
  h: f64;
  constraints: i32;
  energy_tolerance: f64;
  time: f64;
}

/** A mechanism, its integrator, and the energies that flow through its boundary. */
export class Run {
  readonly integrator: ImplicitIntegrator;
  /**
   * Energy lost in dampers and brought in since the start [J], by the trapezoidal rule over the
   * steps.
   */
  dissipated: f64 = 0.0;
  supplied: f64 = 0.0;
  /** Newton iterations of the last step. */
  iterations: i32 = 0;
  private loss: f64 = 0.0;
  private gain: f64 = 0.0;

  constructor(readonly mechanism: Mechanism) {
    this.integrator = new ImplicitIntegrator(mechanism);
  }

  /** The integrator has just started. */
  begin(): void {
    this.dissipated = 0.0;
    this.supplied = 0.0;
    this.iterations = 0;
    this.loss = this.mechanism.dissipated();
    this.gain = this.mechanism.supplied();
  }

  step(t: f64, h: f64): void {
    const before: i32 = this.integrator.iterations;
    const loss: f64 = this.loss;
    const gain: f64 = this.gain;
    this.integrator.step(t, h);
    this.iterations = this.integrator.iterations - before;
    this.loss = this.mechanism.dissipated();
    this.gain = this.mechanism.supplied();
    this.dissipated += 0.5 * h * (loss + this.loss);
    this.supplied += 0.5 * h * (gain + this.gain);
  }
}

/**
 * Chooses the method, and starts at the unit's time: the mechanism is closed, its nodes have their
 * first velocities.
 */
export function startRun<U extends RunVariables>(unit: U, run: Run): void {
  configureIntegrator<U>(unit, run.integrator);
  run.mechanism.hold(unit.constraints);
  run.mechanism.energyTolerance = unit.energy_tolerance;
  run.mechanism.start(unit.time, run.integrator.y);
  startIntegrator<U>(unit, run.integrator, unit.time);
  run.begin();
  readRun<U>(unit, run);
}

/** Steps to t + h. */
export function stepRun<U extends RunVariables>(unit: U, run: Run, t: f64, h: f64): void {
  run.step(t, h);
  readRun<U>(unit, run);
}

/** Energies and counts to the outputs. */
function readRun<U extends RunVariables>(unit: U, run: Run): void {
  unit.E_kinetic = run.mechanism.nodes.kinetic();
  unit.E_potential = run.mechanism.nodes.potential();
  unit.E_stored = run.mechanism.elastic();
  unit.E_dissipated = run.dissipated;
  unit.E_supplied = run.supplied;
  unit.constraint_position = run.mechanism.positionError();
  unit.iterations = f64(run.iterations);
  unit.iterations_total = f64(run.integrator.iterations);
  unit.stages_total = f64(run.integrator.stages);
}
