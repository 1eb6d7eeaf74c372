import { Integrator } from './fixed-step-integrator';
import { Ode } from './ode';

/** The classical Runge–Kutta method, order 4 (Kutta 1901). Stable for real λ when h |λ| ≤ 2.785. */
export class RK4 extends Integrator {
  private k: StaticArray<f64>;
  private stage: StaticArray<f64>;

  constructor(ode: Ode) {
    super(ode);
    this.k = new StaticArray<f64>(ode.n);
    this.stage = new StaticArray<f64>(ode.n);
  }

  step(t: f64, h: f64, x: StaticArray<f64>): void {
    const ode: Ode = this.ode;
    const n: i32 = ode.n;
    const sum: StaticArray<f64> = this.dx;
    const k: StaticArray<f64> = this.k;
    const stage: StaticArray<f64> = this.stage;
    const half: f64 = 0.5 * h;
    ode.rhs(t, x, sum);
    for (let i: i32 = 0; i < n; i++) unchecked((stage[i] = x[i] + half * sum[i]));
    ode.rhs(t + half, stage, k);
    for (let i: i32 = 0; i < n; i++) {
      const ki: f64 = unchecked(k[i]);
      unchecked((sum[i] += 2.0 * ki));
      unchecked((stage[i] = x[i] + half * ki));
    }
    ode.rhs(t + half, stage, k);
    for (let i: i32 = 0; i < n; i++) {
      const ki: f64 = unchecked(k[i]);
      unchecked((sum[i] += 2.0 * ki));
      unchecked((stage[i] = x[i] + h * ki));
    }
    ode.rhs(t + h, stage, k);
    const sixth: f64 = h / 6.0;
    for (let i: i32 = 0; i < n; i++) unchecked((x[i] += sixth * (sum[i] + k[i])));
  }
}
