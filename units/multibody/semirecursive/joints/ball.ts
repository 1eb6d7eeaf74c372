import { Motion } from './joint-motion';

/**
 * |q| beyond which the reference orientation follows [rad].
 * Far from 2π, where the rotation vector is singular.
 */
const limit: f64 = 1.0;

/**
 * Orientation of a body against its parent by a rotation vector q from a reference orientation A₀
 * (Cardona & Géradin 1988):
 *
 *     A = A_parent exp(q̃) A₀,    ω − ω_parent = A_parent T(q) q̇,    T = I + a₁ q̃ + a₂ q̃²
 *     a₁ = (1 − cos φ)/φ²,  a₂ = (φ − sin φ)/φ³,  φ = |q|
 *
 * q̇ is the derivative of q, as an implicit method in positions needs it. `refresh` moves A₀ along
 * between steps, so that no orientation is singular.
 */
export class Ball {
  /** A₀, row-major. */
  private A0: StaticArray<f64> = new StaticArray<f64>(9);
  private turned: StaticArray<f64> = new StaticArray<f64>(9);
  /** a₁, a₂ and their derivatives divided by φ. */
  private a1: f64 = 0.5;
  private a2: f64 = 0.0;
  private b1: f64 = 0.0;
  private b2: f64 = 0.0;
  /** T q̇ and Ṫ q̇ in the parent's axes. */
  private w: StaticArray<f64> = new StaticArray<f64>(3);
  private wDot: StaticArray<f64> = new StaticArray<f64>(3);

  constructor() {
    this.reset();
  }

  /** A₀ ← I. */
  reset(): void {
    this.A0.fill(0.0);
    this.A0[0] = 1.0;
    this.A0[4] = 1.0;
    this.A0[8] = 1.0;
  }

  /**
   * Columns T e_i about the body's origin, then its rotation. Its frame still has the parent's
   * axes.
   */
  place(motion: Motion, body: i32, q: StaticArray<f64>, at: i32): void {
    const x: f64 = unchecked(q[at]);
    const y: f64 = unchecked(q[at + 1]);
    const z: f64 = unchecked(q[at + 2]);
    const phi: f64 = Math.sqrt(x * x + y * y + z * z);
    this.coefficients(phi);
    const a1: f64 = this.a1;
    const a2: f64 = this.a2;
    const d: f64 = 1.0 - a2 * phi * phi;
    motion.rotation(at, body, d + a2 * x * x, a2 * x * y + a1 * z, a2 * x * z - a1 * y);
    motion.rotation(at + 1, body, a2 * x * y - a1 * z, d + a2 * y * y, a2 * y * z + a1 * x);
    motion.rotation(at + 2, body, a2 * x * z + a1 * y, a2 * y * z - a1 * x, d + a2 * z * z);
    if (phi > 0.0) motion.turn(body, x / phi, y / phi, z / phi, Math.sin(phi), Math.cos(phi));
    this.orient(motion.A, 9 * body);
  }

  /**
   * Computes the rotational part of Z and drift. Those of `body` must be those of the frame that
   * carries it.
   */
  velocities(
    motion: Motion,
    body: i32,
    carrier: i32,
    q: StaticArray<f64>,
    v: StaticArray<f64>,
    at: i32,
  ): void {
    this.rates(q, v, at);
    const A: StaticArray<f64> = motion.A;
    const i: i32 = 9 * carrier;
    const w: StaticArray<f64> = this.w;
    const a: StaticArray<f64> = this.wDot;
    const w0: f64 = A[i] * w[0] + A[i + 1] * w[1] + A[i + 2] * w[2];
    const w1: f64 = A[i + 3] * w[0] + A[i + 4] * w[1] + A[i + 5] * w[2];
    const w2: f64 = A[i + 6] * w[0] + A[i + 7] * w[1] + A[i + 8] * w[2];
    const c0: f64 = A[i] * a[0] + A[i + 1] * a[1] + A[i + 2] * a[2];
    const c1: f64 = A[i + 3] * a[0] + A[i + 4] * a[1] + A[i + 5] * a[2];
    const c2: f64 = A[i + 6] * a[0] + A[i + 7] * a[1] + A[i + 8] * a[2];
    const p0: f64 = motion.r[3 * body];
    const p1: f64 = motion.r[3 * body + 1];
    const p2: f64 = motion.r[3 * body + 2];
    motion.add(body, p1 * w2 - p2 * w1, p2 * w0 - p0 * w2, p0 * w1 - p1 * w0, w0, w1, w2);
    const drift: StaticArray<f64> = motion.drift;
    const j: i32 = 6 * body;
    drift[j] += p1 * c2 - p2 * c1;
    drift[j + 1] += p2 * c0 - p0 * c2;
    drift[j + 2] += p0 * c1 - p1 * c0;
    drift[j + 3] += c0;
    drift[j + 4] += c1;
    drift[j + 5] += c2;
  }

  /** A₀ ← exp(q̃) A₀ and q ← 0, where |q| is large: q̇ ← T q̇, q̈ ← T q̈ + Ṫ q̇. */
  refresh(q: StaticArray<f64>, v: StaticArray<f64>, a: StaticArray<f64>, at: i32): bool {
    const phi: f64 = Math.sqrt(q[at] * q[at] + q[at + 1] * q[at + 1] + q[at + 2] * q[at + 2]);
    if (!(phi > limit)) return false;
    this.coefficients(phi);
    this.rates(q, a, at);
    for (let i: i32 = 0; i < 3; i++) a[at + i] = this.w[i];
    this.rates(q, v, at);
    for (let i: i32 = 0; i < 3; i++) {
      a[at + i] += this.wDot[i];
      v[at + i] = this.w[i];
    }
    this.follow(q[at] / phi, q[at + 1] / phi, q[at + 2] / phi, Math.sin(phi), Math.cos(phi));
    for (let i: i32 = 0; i < 3; i++) q[at + i] = 0.0;
    return true;
  }

  /** w ← T q̇, wDot ← Ṫ q̇. */
  private rates(q: StaticArray<f64>, v: StaticArray<f64>, at: i32): void {
    const x: f64 = q[at];
    const y: f64 = q[at + 1];
    const z: f64 = q[at + 2];
    const u: f64 = v[at];
    const s: f64 = v[at + 1];
    const t: f64 = v[at + 2];
    // c = q × q̇, e = q × c, g = q̇ × c
    const c0: f64 = y * t - z * s;
    const c1: f64 = z * u - x * t;
    const c2: f64 = x * s - y * u;
    const e0: f64 = y * c2 - z * c1;
    const e1: f64 = z * c0 - x * c2;
    const e2: f64 = x * c1 - y * c0;
    const along: f64 = x * u + y * s + z * t;
    this.w[0] = u + this.a1 * c0 + this.a2 * e0;
    this.w[1] = s + this.a1 * c1 + this.a2 * e1;
    this.w[2] = t + this.a1 * c2 + this.a2 * e2;
    const p: f64 = this.b1 * along;
    const r: f64 = this.b2 * along;
    this.wDot[0] = p * c0 + r * e0 + this.a2 * (s * c2 - t * c1);
    this.wDot[1] = p * c1 + r * e1 + this.a2 * (t * c0 - u * c2);
    this.wDot[2] = p * c2 + r * e2 + this.a2 * (u * c1 - s * c0);
  }

  /** Series below 0.1 rad, where the closed forms cancel. Both agree there to 1e-13. */
  private coefficients(phi: f64): void {
    const s: f64 = phi * phi;
    if (phi < 0.1) {
      this.a1 = 0.5 - (s / 24.0) * (1.0 - (s / 30.0) * (1.0 - s / 56.0));
      this.a2 = 1.0 / 6.0 - (s / 120.0) * (1.0 - (s / 42.0) * (1.0 - s / 72.0));
      this.b1 = -1.0 / 12.0 + (s / 180.0) * (1.0 - (s / 37.333333333333336) * (1.0 - s / 67.5));
      this.b2 = -1.0 / 60.0 + (s / 1260.0) * (1.0 - (s / 48.0) * (1.0 - s / 82.5));
      return;
    }
    const sine: f64 = Math.sin(phi);
    const rest: f64 = 1.0 - Math.cos(phi);
    this.a1 = rest / s;
    this.a2 = (phi - sine) / (s * phi);
    this.b1 = (sine * phi - 2.0 * rest) / (s * s);
    this.b2 = (rest * phi - 3.0 * (phi - sine)) / (s * s * phi);
  }

  /** A ← A A₀. */
  private orient(A: StaticArray<f64>, at: i32): void {
    const o: StaticArray<f64> = this.A0;
    for (let row: i32 = at; row < at + 9; row += 3) {
      const x: f64 = A[row];
      const y: f64 = A[row + 1];
      const z: f64 = A[row + 2];
      for (let j: i32 = 0; j < 3; j++) A[row + j] = x * o[j] + y * o[3 + j] + z * o[6 + j];
    }
  }

  /** A₀ ← rotation about the unit vector (x, y, z), times A₀. */
  private follow(x: f64, y: f64, z: f64, sine: f64, cosine: f64): void {
    const o: StaticArray<f64> = this.A0;
    const n: StaticArray<f64> = this.turned;
    const rest: f64 = 1.0 - cosine;
    for (let j: i32 = 0; j < 3; j++) {
      const a: f64 = o[j];
      const b: f64 = o[3 + j];
      const c: f64 = o[6 + j];
      const along: f64 = rest * (x * a + y * b + z * c);
      n[j] = cosine * a + along * x + sine * (y * c - z * b);
      n[3 + j] = cosine * b + along * y + sine * (z * a - x * c);
      n[6 + j] = cosine * c + along * z + sine * (x * b - y * a);
    }
    for (let i: i32 = 0; i < 9; i++) o[i] = n[i];
  }
}
