import { Motion } from '../joints/joint-motion';

/**
 * The vector d = P − Q from a point Q of body b to a point P of body a, with a direction e along
 * it:
 *
 *     e · ḋ = φ · (Z_a − Z_b),    φ = (e, P × e)
 *
 * A force F along e exerts the wrench F φ on a and −F φ on b.
 */
export class Span {
  /** P and Q in the frames of their bodies [m]. */
  private local: StaticArray<f64> = new StaticArray<f64>(6);
  /** P and Q, their velocities [m/s]. */
  readonly points: StaticArray<f64> = new StaticArray<f64>(6);
  readonly rates: StaticArray<f64> = new StaticArray<f64>(6);

  /** @param a, b numbers of bodies, 0 for the ground */
  constructor(
    public a: i32,
    readonly b: i32,
  ) {}

  /** P in the frame of a [m]. */
  setP(x: f64, y: f64, z: f64): void {
    this.local[0] = x;
    this.local[1] = y;
    this.local[2] = z;
  }

  /** Q in the frame of b [m]. */
  setQ(x: f64, y: f64, z: f64): void {
    this.local[3] = x;
    this.local[4] = y;
    this.local[5] = z;
  }

  positions(motion: Motion): void {
    this.place(motion, this.a, 0);
    this.place(motion, this.b, 3);
  }

  velocities(motion: Motion): void {
    this.move(motion, this.a, 0);
    this.move(motion, this.b, 3);
  }

  /** Component i of d [m] and of ḋ [m/s]. */
  d(i: i32): f64 {
    return unchecked(this.points[i]) - unchecked(this.points[3 + i]);
  }

  dDot(i: i32): f64 {
    return unchecked(this.rates[i]) - unchecked(this.rates[3 + i]);
  }

  private place(motion: Motion, body: i32, at: i32): void {
    const A: StaticArray<f64> = motion.A;
    const local: StaticArray<f64> = this.local;
    for (let i: i32 = 0; i < 3; i++) {
      const row: i32 = 9 * body + 3 * i;
      unchecked(
        (this.points[at + i] =
          motion.r[3 * body + i] +
          A[row] * local[at] +
          A[row + 1] * local[at + 1] +
          A[row + 2] * local[at + 2]),
      );
    }
  }

  /** Ṗ = ṡ + ω × P. */
  private move(motion: Motion, body: i32, at: i32): void {
    const Z: StaticArray<f64> = motion.Z;
    const j: i32 = 6 * body;
    const x: f64 = unchecked(this.points[at]);
    const y: f64 = unchecked(this.points[at + 1]);
    const z: f64 = unchecked(this.points[at + 2]);
    unchecked((this.rates[at] = Z[j] + Z[j + 4] * z - Z[j + 5] * y));
    unchecked((this.rates[at + 1] = Z[j + 1] + Z[j + 5] * x - Z[j + 3] * z));
    unchecked((this.rates[at + 2] = Z[j + 2] + Z[j + 3] * y - Z[j + 4] * x));
  }
}
