import { Integrator } from './fixed-step-integrator';
import { Ode } from './ode';

/**
 * Adams & Bashforth's methods of orders 1 to 4 (Hairer, Nørsett & Wanner 1993, Sect. III.1): x ← x
 * + h Σ_j b_j f_{n−j}, one evaluation a step. The first steps are of lower order. All steps have
 * one length.
 */
export class AdamsBashforth extends Integrator {
  order: i32 = 4;
  /** Steps since `begin`, and f of the last four, the latest first. */
  private known: i32 = 0;
  private f: StaticArray<f64>;
  private b: StaticArray<f64> = new StaticArray<f64>(4);

  constructor(ode: Ode) {
    super(ode);
    this.f = new StaticArray<f64>(4 * ode.n);
  }

  /** Forgets the steps before. */
  begin(): void {
    this.known = 0;
  }

  step(t: f64, h: f64, x: StaticArray<f64>): void {
    const n: i32 = this.ode.n;
    const f: StaticArray<f64> = this.f;
    const b: StaticArray<f64> = this.b;
    this.ode.rhs(t, x, this.dx);
    for (let i: i32 = 4 * n - 1; i >= n; i--) unchecked((f[i] = f[i - n]));
    for (let i: i32 = 0; i < n; i++) unchecked((f[i] = this.dx[i]));
    if (this.known < this.order) this.known += 1;
    this.weights();
    for (let i: i32 = 0; i < n; i++)
      unchecked((x[i] += h * (b[0] * f[i] + b[1] * f[n + i] + b[2] * f[2 * n + i] + b[3] * f[3 * n + i])));
  }

  private weights(): void {
    const b: StaticArray<f64> = this.b;
    b.fill(0.0);
    if (this.known == 1) b[0] = 1.0;
    if (this.known == 2) {
      b[0] = 1.5;
      b[1] = -0.5;
    }
    if (this.known == 3) {
      b[0] = 23.0 / 12.0;
      b[1] = -16.0 / 12.0;
      b[2] = 5.0 / 12.0;
    }
    if (this.known == 4) {
      b[0] = 55.0 / 24.0;
      b[1] = -59.0 / 24.0;
      b[2] = 37.0 / 24.0;
      b[3] = -9.0 / 24.0;
    }
  }
}
