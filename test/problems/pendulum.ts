import { MultibodyModel } from '../../units/multibody/multibody-model';

/**
 * Point mass on a massless rod of length l about O, in Cartesian coordinates q = (x, y), Φ = (|q|²
 * − l²)/(2 l), gravity along −y. Released at rest at the angle θ₀ from the downward vertical:
 * sin(θ/2) = k sn(K(k) − ω₀ t; k), k = sin(θ₀/2), ω₀² = g/l. Source of a unit, run as TypeScript.
 */
export class Pendulum extends MultibodyModel {
  readonly g: f64 = 9.81;

  constructor(
    readonly mass1: f64,
    readonly l: f64,
  ) {
    super(2, 1);
    this.M[0] = mass1;
    this.M[3] = mass1;
  }

  constraints(q: StaticArray<f64>): void {
    this.Phi[0] = (0.5 * (q[0] * q[0] + q[1] * q[1])) / this.l - 0.5 * this.l;
    this.J[0] = q[0] / this.l;
    this.J[1] = q[1] / this.l;
  }

  jacobianRate(q: StaticArray<f64>, v: StaticArray<f64>): void {
    this.gamma[0] = (v[0] * v[0] + v[1] * v[1]) / this.l;
  }

  forces(t: f64, q: StaticArray<f64>, v: StaticArray<f64>): void {
    this.Q[1] = -this.mass1 * this.g;
  }

  energy(q: StaticArray<f64>, v: StaticArray<f64>): f64 {
    return this.mass1 * (0.5 * (v[0] * v[0] + v[1] * v[1]) + this.g * q[1]);
  }

  /** θ(t) by the arithmetic-geometric mean (Abramowitz & Stegun 1964, 16.4 and 17.6). */
  exactAngle(theta0: f64, t: f64): f64 {
    const a: StaticArray<f64> = new StaticArray<f64>(12);
    const c: StaticArray<f64> = new StaticArray<f64>(12);
    const k: f64 = Math.sin(0.5 * theta0);
    a[0] = 1.0;
    c[0] = k;
    let b: f64 = Math.sqrt(1.0 - k * k);
    for (let i: i32 = 1; i < 12; i++) {
      a[i] = 0.5 * (a[i - 1] + b);
      c[i] = 0.5 * (a[i - 1] - b);
      b = Math.sqrt(a[i - 1] * b);
    }
    const K: f64 = (0.5 * Math.PI) / a[11];
    let phi: f64 = 2048.0 * a[11] * (K - Math.sqrt(this.g / this.l) * t);
    for (let i: i32 = 11; i > 0; i--) phi = 0.5 * (phi + Math.asin((c[i] / a[i]) * Math.sin(phi)));
    return 2.0 * Math.asin(k * Math.sin(phi));
  }
}

/** Two unit masses on two unit rods, one below the other: q = (x₁, y₁, x₂, y₂). */
export class DoublePendulum extends MultibodyModel {
  readonly g: f64 = 9.81;

  constructor() {
    super(4, 2);
    for (let i: i32 = 0; i < 4; i++) this.M[i * 5] = 1.0;
  }

  constraints(q: StaticArray<f64>): void {
    const dx: f64 = q[2] - q[0];
    const dy: f64 = q[3] - q[1];
    this.Phi[0] = 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0);
    this.Phi[1] = 0.5 * (dx * dx + dy * dy - 1.0);
    this.J[0] = q[0];
    this.J[1] = q[1];
    this.J[4] = -dx;
    this.J[5] = -dy;
    this.J[6] = dx;
    this.J[7] = dy;
  }

  jacobianRate(q: StaticArray<f64>, v: StaticArray<f64>): void {
    const vx: f64 = v[2] - v[0];
    const vy: f64 = v[3] - v[1];
    this.gamma[0] = v[0] * v[0] + v[1] * v[1];
    this.gamma[1] = vx * vx + vy * vy;
  }

  forces(t: f64, q: StaticArray<f64>, v: StaticArray<f64>): void {
    this.Q[1] = -this.g;
    this.Q[3] = -this.g;
  }

  energy(q: StaticArray<f64>, v: StaticArray<f64>): f64 {
    let sum: f64 = 0.0;
    for (let i: i32 = 0; i < 4; i++) sum += 0.5 * v[i] * v[i];
    return sum + this.g * (q[1] + q[3]);
  }
}
