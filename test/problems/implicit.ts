import { ImplicitProblem } from '../../units/numerics/implicit/problem';
import { luFactor, luSolve } from '../../units/numerics/lu';
import { Pendulum } from './pendulum';

/** An implicit problem with a dense J from `derivatives`. Source of a unit, run as TypeScript. */
export abstract class DenseProblem extends ImplicitProblem {
  protected readonly J: StaticArray<f64>;
  private readonly pivot: StaticArray<i32>;
  /** Factorizations so far. */
  factored: i32 = 0;

  constructor(size: i32) {
    super(size);
    this.J = new StaticArray<f64>(size * size);
    this.pivot = new StaticArray<i32>(size);
  }

  /** J ← ∂r/∂ẏ + c ∂r/∂y. It is 0 before. */
  abstract derivatives(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, c: f64): void;

  factor(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, c: f64): bool {
    this.J.fill(0.0);
    this.derivatives(t, y, ydot, c);
    this.factored++;
    return luFactor(this.J, this.pivot, this.size);
  }

  solve(r: StaticArray<f64>): void {
    luSolve(this.J, this.pivot, this.size, r);
    for (let i: i32 = 0; i < this.size; i++) r[i] = -r[i];
  }

  protected put(i: i32, j: i32, value: f64): void {
    this.J[i * this.size + j] = value;
  }
}

/**
 * A planet about a fixed sun, GM = 1, semi-axis 1, from its perihelion (Kepler 1609), y = (x, y, ẋ,
 * ẏ):
 *
 *     (x, y) = (cos E − e, √(1 − e²) sin E),   E − e sin E = t
 */
export class Kepler extends DenseProblem {
  constructor(readonly e: f64) {
    super(4);
  }

  initial(y: StaticArray<f64>): void {
    this.exact(0.0, y);
  }

  exact(t: f64, y: StaticArray<f64>): void {
    let E: f64 = t;
    for (let j: i32 = 0; j < 60; j++) E -= (E - this.e * Math.sin(E) - t) / (1.0 - this.e * Math.cos(E));
    const b: f64 = Math.sqrt(1.0 - this.e * this.e);
    const rate: f64 = 1.0 / (1.0 - this.e * Math.cos(E));
    y[0] = Math.cos(E) - this.e;
    y[1] = b * Math.sin(E);
    y[2] = -Math.sin(E) * rate;
    y[3] = b * Math.cos(E) * rate;
  }

  residual(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, c: f64, r: StaticArray<f64>): void {
    const d: f64 = y[0] * y[0] + y[1] * y[1];
    const pull: f64 = 1.0 / (d * Math.sqrt(d));
    r[0] = ydot[0] - y[2];
    r[1] = ydot[1] - y[3];
    r[2] = ydot[2] + pull * y[0];
    r[3] = ydot[3] + pull * y[1];
  }

  derivatives(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, c: f64): void {
    const d: f64 = y[0] * y[0] + y[1] * y[1];
    const pull: f64 = 1.0 / (d * Math.sqrt(d));
    for (let i: i32 = 0; i < 4; i++) this.put(i, i, 1.0);
    this.put(0, 2, -c);
    this.put(1, 3, -c);
    this.put(2, 0, c * pull * (1.0 - (3.0 * y[0] * y[0]) / d));
    this.put(2, 1, (-3.0 * c * pull * y[0] * y[1]) / d);
    this.put(3, 0, (-3.0 * c * pull * y[0] * y[1]) / d);
    this.put(3, 1, c * pull * (1.0 - (3.0 * y[1] * y[1]) / d));
  }
}

/** ẏ = y cos t in the implicit form eᵗ (ẏ − y cos t) = 0: y = e^{sin t}. */
export class Growing extends DenseProblem {
  constructor() {
    super(1);
  }

  initial(y: StaticArray<f64>): void {
    y[0] = 1.0;
  }

  residual(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, c: f64, r: StaticArray<f64>): void {
    r[0] = Math.exp(t) * (ydot[0] - y[0] * Math.cos(t));
  }

  derivatives(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, c: f64): void {
    this.put(0, 0, Math.exp(t) * (1.0 - c * Math.cos(t)));
  }
}

/** ẏ = A y with a full matrix A of n × n, row-major. */
export class Linear extends DenseProblem {
  constructor(
    n: i32,
    readonly A: StaticArray<f64>,
  ) {
    super(n);
  }

  residual(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, c: f64, r: StaticArray<f64>): void {
    const n: i32 = this.size;
    for (let i: i32 = 0; i < n; i++) {
      r[i] = ydot[i];
      for (let j: i32 = 0; j < n; j++) r[i] -= this.A[i * n + j] * y[j];
    }
  }

  derivatives(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, c: f64): void {
    const n: i32 = this.size;
    for (let i: i32 = 0; i < n; i++)
      for (let j: i32 = 0; j < n; j++) this.put(i, j, (i == j ? 1.0 : 0.0) - c * this.A[i * n + j]);
  }
}

/**
 * Mass 1 on a rod of length l = 1 about O as an index-3 system, with gravity along −y:
 *
 *     y = (x, y, ẋ, ẏ, Λ),   Λ̇ = λ,   Φ = (x² + y² − 1)/2
 *
 * It starts at rest at θ₀ from the downward vertical, with θ(t) as in `Pendulum`.
 */
export class IndexThreePendulum extends DenseProblem {
  private readonly closed: Pendulum = new Pendulum(1.0, 1.0);

  constructor(readonly theta0: f64) {
    super(5);
  }

  initial(y: StaticArray<f64>): void {
    y.fill(0.0);
    y[0] = Math.sin(this.theta0);
    y[1] = -Math.cos(this.theta0);
  }

  exact(t: f64, y: StaticArray<f64>): void {
    const theta: f64 = this.closed.exactAngle(this.theta0, t);
    y[0] = Math.sin(theta);
    y[1] = -Math.cos(theta);
  }

  residual(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, c: f64, r: StaticArray<f64>): void {
    r[0] = ydot[0] - y[2];
    r[1] = ydot[1] - y[3];
    r[2] = ydot[2] + y[0] * ydot[4];
    r[3] = ydot[3] + 9.81 + y[1] * ydot[4];
    r[4] = (0.5 * (y[0] * y[0] + y[1] * y[1] - 1.0)) / c;
  }

  derivatives(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, c: f64): void {
    for (let i: i32 = 0; i < 4; i++) this.put(i, i, 1.0);
    this.put(0, 2, -c);
    this.put(1, 3, -c);
    this.put(2, 0, c * ydot[4]);
    this.put(3, 1, c * ydot[4]);
    this.put(2, 4, y[0]);
    this.put(3, 4, y[1]);
    this.put(4, 0, y[0]);
    this.put(4, 1, y[1]);
  }

  override guess(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>): void {
    ydot.fill(0.0);
    ydot[0] = y[2];
    ydot[1] = y[3];
  }

  /** λ from Φ̈ = 0: λ = ẋ² + ẏ² − g y. */
  override consistent(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, r: StaticArray<f64>): bool {
    const lambda: f64 = y[2] * y[2] + y[3] * y[3] - 9.81 * y[1];
    ydot[0] = y[2];
    ydot[1] = y[3];
    ydot[2] = -y[0] * lambda;
    ydot[3] = -9.81 - y[1] * lambda;
    ydot[4] = lambda;
    return true;
  }

  override complaint(i: i32): string {
    return i == 4 ? 'pendulum: the rod (Φ)' : i < 0 ? 'pendulum: singular' : 'pendulum: the mass';
  }
}

/**
 * The pendulum with a rotation parameter relative to the angle at the beginning of the step, y =
 * (g, ω):
 *
 *     g = 2 tan(Δφ/2),   ġ = (1 + g²/4) ω,   ω̇ = −9.81 sin φ
 *
 * It is the one-dimensional form of Cayley–Gibbs–Rodrigues parameters.
 */
export class TurningPendulum extends DenseProblem {
  /** Angle φ of the origin [rad], and the step that the origin made last. */
  origin: f64 = 0.0;
  private moved: f64 = 0.0;
  private readonly closed: Pendulum = new Pendulum(1.0, 1.0);

  constructor(readonly theta0: f64) {
    super(2);
  }

  initial(y: StaticArray<f64>): void {
    y.fill(0.0);
    this.origin = this.theta0;
  }

  angle(y: StaticArray<f64>): f64 {
    return this.origin + 2.0 * Math.atan(0.5 * y[0]);
  }

  exactAngle(t: f64): f64 {
    return this.closed.exactAngle(this.theta0, t);
  }

  residual(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, c: f64, r: StaticArray<f64>): void {
    r[0] = ydot[0] - (1.0 + 0.25 * y[0] * y[0]) * y[1];
    r[1] = ydot[1] + 9.81 * Math.sin(this.angle(y));
  }

  derivatives(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, c: f64): void {
    const q: f64 = 1.0 + 0.25 * y[0] * y[0];
    this.put(0, 0, 1.0 - 0.5 * c * y[0] * y[1]);
    this.put(0, 1, -c * q);
    this.put(1, 0, (9.81 * c * Math.cos(this.angle(y))) / q);
    this.put(1, 1, 1.0);
  }

  override rebase(y: StaticArray<f64>, ydot: StaticArray<f64>): void {
    this.moved = 2.0 * Math.atan(0.5 * y[0]);
    this.origin += this.moved;
    ydot[0] /= 1.0 + 0.25 * y[0] * y[0];
    y[0] = 0.0;
  }

  override rebasePast(y: StaticArray<f64>, ydot: StaticArray<f64>): void {
    const omega: f64 = ydot[0] / (1.0 + 0.25 * y[0] * y[0]);
    y[0] = 2.0 * Math.tan(0.5 * (2.0 * Math.atan(0.5 * y[0]) - this.moved));
    ydot[0] = (1.0 + 0.25 * y[0] * y[0]) * omega;
  }

  /** Rebases at the last accepted point, whose g was 2 tan(moved/2). */
  override rebaseAuxiliary(ydot: StaticArray<f64>): void {
    const g: f64 = 2.0 * Math.tan(0.5 * this.moved);
    ydot[0] /= 1.0 + 0.25 * g * g;
  }
}
