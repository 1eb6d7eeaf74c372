import { Ode } from '../../units/numerics/ode';

/**
 * ẋ₁ = x₁ cos t, ẋ₂ = −x₂². The solution is x₁ = e^{sin t}, x₂ = 1/(1 + t). Source of a unit, run
 * as TypeScript.
 */
export class Quadratures extends Ode {
  analytic: bool = true;

  constructor() {
    super(2);
  }

  rhs(t: f64, x: StaticArray<f64>, dx: StaticArray<f64>): void {
    dx[0] = x[0] * Math.cos(t);
    dx[1] = -x[1] * x[1];
  }

  override jacobian(t: f64, x: StaticArray<f64>, jacobian: StaticArray<f64>): bool {
    jacobian[0] = Math.cos(t);
    jacobian[1] = 0.0;
    jacobian[2] = 0.0;
    jacobian[3] = -2.0 * x[1];
    return this.analytic;
  }

  exact(t: f64, x: StaticArray<f64>): void {
    x[0] = Math.exp(Math.sin(t));
    x[1] = 1.0 / (1.0 + t);
  }
}

/** ẋ = λ x = e^{λ t}. */
export class Dahlquist extends Ode {
  constructor(readonly lambda: f64) {
    super(1);
  }

  rhs(t: f64, x: StaticArray<f64>, dx: StaticArray<f64>): void {
    dx[0] = this.lambda * x[0];
  }
}
