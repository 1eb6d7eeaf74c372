import { ScalarConnection, setCurve } from './scalar-connection';

/** Difference of two distances, relative to them, that is rounding. */
const equal: f64 = 1.0e-9;

/**
 * Curve of a connection over a communication step, through samples at equal distances. Sample 0 is
 * the last one. The operations have the order of those in
 * `master/coupling/transfer/window-curves.ts`.
 */
export class WindowCurve {
  /** Samples that the present try assumes, and those that it gives. */
  readonly guess: StaticArray<f64>;
  readonly values: StaticArray<f64>;
  private connection: ScalarConnection;
  private points: StaticArray<f64>;
  private slopes: StaticArray<f64>;
  private integrals: StaticArray<f64>;
  /** Sample before t_n, and its distance [s]. 0 without a past. */
  private earlier: f64 = 0.0;
  private gap: f64 = 0.0;
  /** Value and integral where the curve was evaluated last. */
  private value: f64 = 0.0;
  private integral: f64 = 0.0;

  constructor(connection: ScalarConnection, count: i32) {
    this.connection = connection;
    this.guess = new StaticArray<f64>(count);
    this.values = new StaticArray<f64>(count);
    this.points = new StaticArray<f64>(count + 1);
    this.slopes = new StaticArray<f64>(count + 1);
    this.integrals = new StaticArray<f64>(count + 1);
  }

  forget(): void {
    this.earlier = this.gap = 0.0;
  }

  /** Draws the curve through the guess, over a step of H [s]. */
  draw(H: f64): void {
    const count: i32 = this.guess.length;
    const y: StaticArray<f64> = this.points;
    y[0] = this.connection.now;
    for (let j = 1; j < count; j++) y[j] = this.guess[j];
    y[count] = this.guess[0];
    if (this.connection.order < 2) return;
    const m: StaticArray<f64> = this.slopes;
    const area: StaticArray<f64> = this.integrals;
    for (let j = 1; j < count; j++) m[j] = 0.5 * (y[j + 1] - y[j - 1]);
    this.setEndSlopes(H);
    for (let j = 0; j < count; j++)
      area[j + 1] = area[j] + (0.5 * (y[j] + y[j + 1]) + (m[j] - m[j + 1]) / 12.0) / f64(count);
  }

  /** Sets the polynomial of the input for substep k of `parts` in a step of H [s]. */
  set(k: i32, parts: i32, H: f64): void {
    this.evaluate(k, parts);
    const begin: f64 = this.value;
    const before: f64 = this.integral;
    this.evaluate(k + 1, parts);
    setCurve(this.connection, begin, this.value, (this.integral - before) * f64(parts), H / f64(parts));
  }

  /** Keeps the last sample before the end of a step of H [s], which is accepted. */
  end(H: f64): void {
    const count: i32 = this.values.length;
    this.earlier = count === 1 ? this.connection.now : this.values[count - 1];
    this.gap = H / f64(count);
  }

  private setEndSlopes(H: f64): void {
    const y: StaticArray<f64> = this.points;
    const m: StaticArray<f64> = this.slopes;
    const n: i32 = this.guess.length;
    // Distance of the earlier sample, as a share of the distance of samples. 0 without a past.
    const gap: f64 = (this.gap * f64(n)) / H;
    const earlier: f64 = this.earlier;
    const first: f64 = y[1] - y[0];
    if (gap > 0.0 && n > 2 && Math.abs(gap - 1.0) < equal)
      m[0] = (6.0 * y[1] - 3.0 * y[0] - 2.0 * earlier - y[2]) / 6.0;
    else if (gap > 0.0) m[0] = ((y[0] - earlier) / gap + gap * first) / (1.0 + gap);
    else if (n === 1) m[0] = first;
    else if (n === 2) m[0] = 2.0 * y[1] - 1.5 * y[0] - 0.5 * y[2];
    else m[0] = (-11.0 * y[0] + 18.0 * y[1] - 9.0 * y[2] + 2.0 * y[3]) / 6.0;
    const last: f64 = y[n] - y[n - 1];
    if (n > 2) m[n] = (11.0 * y[n] - 18.0 * y[n - 1] + 9.0 * y[n - 2] - 2.0 * y[n - 3]) / 6.0;
    else if (n === 2) m[n] = 1.5 * y[2] - 2.0 * y[1] + 0.5 * y[0];
    else m[n] = gap > 0.0 ? last + (last - (y[0] - earlier) / gap) / (1.0 + gap) : last;
  }

  /** Evaluates the curve and its integral at a share k / parts of the step. */
  private evaluate(k: i32, parts: i32): void {
    const count: i32 = this.guess.length;
    const rest: i32 = (k * count) % parts;
    const y: StaticArray<f64> = this.points;
    const j: i32 = (k * count - rest) / parts;
    if (rest === 0) {
      this.value = y[j];
      this.integral = this.integrals[j];
      return;
    }
    const s: f64 = f64(rest) / f64(parts);
    const order: i32 = this.connection.order;
    if (order < 2) {
      this.value = order === 0 ? y[j + 1] : y[j] + s * (y[j + 1] - y[j]);
      return;
    }
    const m: StaticArray<f64> = this.slopes;
    const a: f64 = m[j];
    const rise: f64 = y[j + 1] - y[j];
    const b: f64 = 3.0 * rise - 2.0 * a - m[j + 1];
    const c: f64 = a + m[j + 1] - 2.0 * rise;
    this.value = y[j] + s * (a + s * (b + s * c));
    this.integral =
      this.integrals[j] + (s * (y[j] + s * (a / 2.0 + s * (b / 3.0 + (s * c) / 4.0)))) / f64(count);
  }
}
