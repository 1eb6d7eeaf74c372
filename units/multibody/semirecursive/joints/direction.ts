import { Axis } from './axis';
import { Motion } from './joint-motion';

/** A unit vector fixed in a body, in the inertial frame. */
export class Direction {
  readonly v: StaticArray<f64> = new StaticArray<f64>(3);
  /** v̇ = ω × v. */
  readonly rate: StaticArray<f64> = new StaticArray<f64>(3);

  /** @param axis in the frame of the body */
  constructor(
    readonly body: i32,
    readonly axis: Axis,
  ) {}

  positions(motion: Motion): void {
    const A: StaticArray<f64> = motion.A;
    const u: Axis = this.axis;
    for (let i: i32 = 0; i < 3; i++) {
      const row: i32 = 9 * this.body + 3 * i;
      unchecked((this.v[i] = A[row] * u.x + A[row + 1] * u.y + A[row + 2] * u.z));
    }
  }

  velocities(motion: Motion): void {
    const Z: StaticArray<f64> = motion.Z;
    const v: StaticArray<f64> = this.v;
    const j: i32 = 6 * this.body + 3;
    unchecked((this.rate[0] = Z[j + 1] * v[2] - Z[j + 2] * v[1]));
    unchecked((this.rate[1] = Z[j + 2] * v[0] - Z[j] * v[2]));
    unchecked((this.rate[2] = Z[j] * v[1] - Z[j + 1] * v[0]));
  }
}
