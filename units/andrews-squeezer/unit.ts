import { Run, startRun, stepRun } from '../flexible/run-parameters';
import { Point, Squeezer } from '../flexible/squeezer';
import { AndrewsSqueezerVariables } from './variables';

/** Andrews' squeezer mechanism: see README.md. */
export class AndrewsSqueezer extends AndrewsSqueezerVariables {
  private system: Squeezer = new Squeezer();
  private run: Run = new Run(this.system.mechanism);
  private begin: f64 = 0.0;

  override internalStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    const system: Squeezer = this.system;
    for (let k: i32 = 0; k < 7; k++) {
      system.mass[k] = this.m[k];
      system.centre[2 * k] = this.x_C[k];
      system.centre[2 * k + 1] = this.y_C[k];
      system.inertia[k] = this.I[k];
      system.length[k] = this.L[k];
    }
    for (let k: i32 = 0; k < 2; k++) system.D[k] = this.D[k];
    for (let k: i32 = 0; k < 3; k++) {
      system.x[Point.A + k] = this.x_ground[k];
      system.y[Point.A + k] = this.y_ground[k];
    }
    system.spring.k = this.k;
    system.spring.natural = this.l_0;
    system.build(this.beta_0, this.T);
    startRun<AndrewsSqueezer>(this, this.run);
    this.begin = this.E_kinetic + this.E_stored;
    this.read();
  }

  doStep(t: f64, h: f64): void {
    stepRun<AndrewsSqueezer>(this, this.run, t, h);
    this.read();
  }

  /** State to the outputs. */
  private read(): void {
    const system: Squeezer = this.system;
    system.locate();
    this.beta = system.angle();
    this.omega = system.rate();
    // The torque is constant, so its work needs no quadrature.
    this.E_supplied = this.T * (this.beta - this.beta_0);
    this.delta_E = this.E_kinetic + this.E_stored - this.begin - this.E_supplied;
    for (let k: i32 = 0; k < 9; k++) {
      this.x[k] = system.x[k];
      this.y[k] = system.y[k];
    }
  }
}
