import { Integrator } from './fixed-step-integrator';

/** Explicit Euler, order 1: x ← x + h f(t, x). Stable for real λ when h |λ| ≤ 2. */
export class ForwardEuler extends Integrator {
  step(t: f64, h: f64, x: StaticArray<f64>): void {
    const dx: StaticArray<f64> = this.dx;
    this.ode.rhs(t, x, dx);
    const n: i32 = this.ode.n;
    for (let i: i32 = 0; i < n; i++) unchecked((x[i] += h * dx[i]));
  }
}
