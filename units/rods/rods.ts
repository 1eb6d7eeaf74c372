import { Joint, revolute } from '../multibody/divide-and-conquer/divided-joint';
import { System } from '../multibody/divide-and-conquer/system';

/**
 * Rods in space that turn about axes along z: each a body with its mass centre midway between two
 * points. Bodies' axes are parallel to the ground's at the start.
 */
export class Rods {
  readonly system: System;

  constructor(n: i32, m: i32) {
    this.system = new System(n, m);
  }

  /** Declares the revolute joint of two bodies, 0 the ground. */
  pin(a: i32, b: i32): void {
    this.system.add(revolute, a, b);
  }

  /** A rod from (x1, y1) to (x2, y2) [m], mass m [kg], principal moments J [kg m²]. */
  rod(body: i32, x1: f64, y1: f64, x2: f64, y2: f64, m: f64, J: StaticArray<f64>): void {
    this.system.bodies.weigh(body, m, J[0], J[1], J[2]);
    this.system.bodies.place(body, 0.5 * (x1 + x2), 0.5 * (y1 + y2), 0.0, 0.0);
  }

  /** Sets the point of the k-th declared joint [m] for each of its bodies, in the ground's axes. */
  pinAt(k: i32, ax: f64, ay: f64, bx: f64, by: f64): void {
    const joint: Joint = this.system.jointAt(k);
    joint.A.stand(ax, ay, 0.0, 0.0, 0.0, 1.0);
    joint.B.stand(bx, by, 0.0, 0.0, 0.0, 1.0);
  }
}
