import { FirstOrderLagVariables } from './variables.js';

/** First-order lag T ẏ + y = u, by the trapezoidal rule. */
export class FirstOrderLag extends FirstOrderLagVariables {
  override internalStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    this.y = this.y_0;
  }

  /** (y₊ − y)/h = ((u − y) + (u₊ − y₊)) / (2T) */
  override doStep(t: f64, h: f64): void {
    const now: f64 = this.u;
    this.inputsAt(t + h);
    const a: f64 = (0.5 * h) / this.T;
    this.y = ((1.0 - a) * this.y + a * (now + this.u)) / (1.0 + a);
  }
}
