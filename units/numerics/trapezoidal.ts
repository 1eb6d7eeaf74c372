import { fail } from 'fmukit/author';
import { Integrator } from './fixed-step-integrator';
import { luFactor, luSolve } from './lu';
import { Ode } from './ode';

/**
 * Trapezoidal rule, order 2, A-stable, not L-stable: x₁ = x₀ + h/2 (f(t, x₀) + f(t + h, x₁)).
 *
 * Newton's iteration solves g(x₁) = x₁ − x₀ − h/2 (f₀ + f₁) = 0 with the tangent I − h/2 ∂f/∂x. The
 * tangent comes from the problem's Jacobian, or from forward differences with ε = 1e-8 max(1e-2,
 * |x|). The iteration stops when every increment is at most `tolerance` max(1, |x|), and fails with
 * an error after `maxIterations`.
 */
export class Trapezoidal extends Integrator {
  tolerance: f64 = 1e-12;
  maxIterations: i32 = 25;
  /** Newton iterations of the last step. */
  iterations: i32 = 0;
  private start: StaticArray<f64>;
  private f: StaticArray<f64>;
  private shifted: StaticArray<f64>;
  private g: StaticArray<f64>;
  private tangent: StaticArray<f64>;
  private pivot: StaticArray<i32>;

  constructor(ode: Ode) {
    super(ode);
    const n: i32 = ode.n;
    this.start = new StaticArray<f64>(n);
    this.f = new StaticArray<f64>(n);
    this.shifted = new StaticArray<f64>(n);
    this.g = new StaticArray<f64>(n);
    this.tangent = new StaticArray<f64>(n * n);
    this.pivot = new StaticArray<i32>(n);
  }

  step(t: f64, h: f64, x: StaticArray<f64>): void {
    const n: i32 = this.ode.n;
    const start: StaticArray<f64> = this.start;
    const f: StaticArray<f64> = this.f;
    const g: StaticArray<f64> = this.g;
    const half: f64 = 0.5 * h;
    this.ode.rhs(t, x, this.dx);
    for (let i: i32 = 0; i < n; i++) start[i] = x[i] + half * this.dx[i];
    for (let j: i32 = 1; j <= this.maxIterations; j++) {
      this.ode.rhs(t + h, x, f);
      for (let i: i32 = 0; i < n; i++) g[i] = start[i] + half * f[i] - x[i];
      this.assemble(t + h, half, x);
      if (!luFactor(this.tangent, this.pivot, n)) fail('trapezoidal rule: singular tangent I - h/2 df/dx');
      luSolve(this.tangent, this.pivot, n, g);
      let converged: bool = true;
      for (let i: i32 = 0; i < n; i++) {
        x[i] += g[i];
        // A NaN leaves `converged` true: it reaches the outputs, where the host names it.
        if (Math.abs(g[i]) > this.tolerance * Math.max(1.0, Math.abs(x[i]))) converged = false;
      }
      this.iterations = j;
      if (converged) return;
    }
    fail("trapezoidal rule: Newton's iteration did not converge; shorten the internal step h");
  }

  private assemble(t: f64, half: f64, x: StaticArray<f64>): void {
    const n: i32 = this.ode.n;
    const a: StaticArray<f64> = this.tangent;
    if (!this.ode.jacobian(t, x, a)) this.difference(t, x);
    for (let i: i32 = 0; i < n * n; i++) a[i] *= -half;
    for (let i: i32 = 0; i < n; i++) a[i * n + i] += 1.0;
  }

  /** Computes forward differences into `tangent`. `f` contains f(t, x). */
  private difference(t: f64, x: StaticArray<f64>): void {
    const n: i32 = this.ode.n;
    for (let j: i32 = 0; j < n; j++) {
      const value: f64 = x[j];
      const epsilon: f64 = 1e-8 * Math.max(1e-2, Math.abs(value));
      x[j] = value + epsilon;
      this.ode.rhs(t, x, this.shifted);
      x[j] = value;
      for (let i: i32 = 0; i < n; i++) this.tangent[i * n + j] = (this.shifted[i] - this.f[i]) / epsilon;
    }
  }
}
