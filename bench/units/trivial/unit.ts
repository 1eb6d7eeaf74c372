import { TrivialVariables } from './variables';

export class Trivial extends TrivialVariables {
  override initialize(): void {
    this.y = this.a * this.u + 1.0;
  }

  override doStep(t: f64, h: f64): void {
    this.y = this.a * this.u + 1.0;
  }
}
