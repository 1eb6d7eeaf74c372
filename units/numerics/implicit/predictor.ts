import { Point } from './time-point';

/**
 * ẏ at t_N from the points before it: constant (Zhang, Zhang, Zanoni & Masarati 2022, eq. 15), of
 * second order from two of them (eqs. 12–14, exact to degree 3 of y) or of fourth order from three
 * (eqs. 16, 17, exact to degree 5).
 */
export class Predictor {
  /** Entries of y that are in use. */
  size: i32 = 0;
  m0: f64 = 0.0;
  m1: f64 = 0.0;
  m2: f64 = 0.0;
  n0: f64 = 0.0;
  n1: f64 = 0.0;
  n2: f64 = 0.0;

  /** ẏ ← ẏ_{N−1}. */
  constant(last: Point, ydot: StaticArray<f64>): void {
    for (let i: i32 = 0; i < this.size; i++) unchecked((ydot[i] = last.ydot[i]));
  }

  /**
   * Predicts ẏ from points at t_{N−1} and t_{N−2}. dt [s] = t_N − t_{N−1}, before = t_{N−1} −
   * t_{N−2} ≠ 0.
   */
  second(dt: f64, before: f64, last: Point, older: Point, ydot: StaticArray<f64>): void {
    this.secondOrder(dt, before);
    const m: f64 = this.m0 / dt;
    const n0: f64 = this.n0;
    const n1: f64 = this.n1;
    for (let i: i32 = 0; i < this.size; i++)
      unchecked((ydot[i] = m * (last.y[i] - older.y[i]) + n0 * last.ydot[i] + n1 * older.ydot[i]));
  }

  /** Predicts ẏ from points at t_{N−1}, t_{N−2} and t_{N−3}. `earlier` = t_{N−2} − t_{N−3} [s]. */
  fourth(
    dt: f64,
    before: f64,
    earlier: f64,
    last: Point,
    older: Point,
    oldest: Point,
    ydot: StaticArray<f64>,
  ): void {
    this.fourthOrder(dt / before, dt / earlier);
    const m1: f64 = this.m1 / dt;
    const m2: f64 = this.m2 / dt;
    for (let i: i32 = 0; i < this.size; i++) {
      const y: f64 = unchecked(last.y[i]);
      const slope: f64 = m1 * (unchecked(older.y[i]) - y) + m2 * (unchecked(oldest.y[i]) - y);
      unchecked(
        (ydot[i] = slope + this.n0 * last.ydot[i] + this.n1 * older.ydot[i] + this.n2 * oldest.ydot[i]),
      );
    }
  }

  /** Eq. 14. */
  secondOrder(dt: f64, before: f64): void {
    const a: f64 = dt / before;
    this.m0 = -6.0 * a * a * (1.0 + a);
    this.m1 = -this.m0;
    this.n0 = (1.0 + a) * (1.0 + 3.0 * a);
    this.n1 = a * (2.0 + 3.0 * a);
  }

  /** Eq. 17, a = α₁, b = α₂. */
  fourthOrder(a: f64, b: f64): void {
    const aa: f64 = a * a;
    const aaa: f64 = aa * a;
    const bb: f64 = b * b;
    const bbb: f64 = bb * b;
    const s: f64 = a + b;
    const common: f64 = 5.0 * aaa * bb + 8.0 * aaa * b + 3.0 * aaa;
    this.m0 =
      ((-2.0 * aa * (1.0 + a)) / (s * s * s)) *
      (common +
        10.0 * aa * bbb +
        25.0 * aa * bb +
        13.0 * aa * b +
        20.0 * a * bbb +
        20.0 * a * bb +
        10.0 * bbb);
    this.m1 =
      ((2.0 * (1.0 + a)) / a) *
      (common - 5.0 * aa * bbb + aa * bb + 4.0 * aa * b - 7.0 * a * bbb - a * bb - 2.0 * bbb);
    this.m2 = -this.m0 - this.m1;
    this.n0 =
      ((1.0 + a) / (s * s)) *
      (common + 11.0 * aa * bb + 10.0 * aa * b + aa + 7.0 * a * bb + 2.0 * a * b + bb);
    this.n1 =
      (common + 12.0 * aa * bb + 12.0 * aa * b + 2.0 * aa + 9.0 * a * bb + 4.0 * a * b + 2.0 * bb) / a;
    this.n2 = ((bbb * (1.0 + a)) / (a * s * s)) * (2.0 * a + 2.0 * b + 7.0 * a * b + 5.0 * aa * b + 4.0 * aa);
  }
}
