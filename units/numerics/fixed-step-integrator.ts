import { Ode } from './ode';

/** A one-step method. All workspace is allocated with it. */
export abstract class Integrator {
  /** f at the end of the last step, where the method knows it. Else f at its beginning. */
  readonly dx: StaticArray<f64>;

  constructor(protected readonly ode: Ode) {
    this.dx = new StaticArray<f64>(ode.n);
  }

  /** x(t) becomes x(t + h) [s]. */
  abstract step(t: f64, h: f64, x: StaticArray<f64>): void;
}
