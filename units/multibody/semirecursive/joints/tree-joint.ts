import { Motion } from './joint-motion';

/**
 * Base class of joints to a parent body: relative coordinates, and the resulting frame and columns
 * b of the body.
 *
 * At z = 0 the body's axes are parallel to the parent's axes, and its origin is at the parent's
 * point of the joint.
 */
export abstract class Joint {
  /** Index of the first coordinate among all: the tree sets it. */
  first: i32 = 0;
  /** The joint's point in the parent's frame [m]. */
  x: f64 = 0.0;
  y: f64 = 0.0;
  z: f64 = 0.0;

  /** @param coordinates number of relative coordinates of the joint */
  constructor(readonly coordinates: i32) {}

  /** Places the joint at a point of the parent's frame [m]. */
  at(x: f64, y: f64, z: f64): void {
    this.x = x;
    this.y = y;
    this.z = z;
  }

  /** Frame and columns of `body`, from the frame of `parent` and the coordinates q. */
  abstract place(motion: Motion, parent: i32, body: i32, q: StaticArray<f64>): void;

  /** Before a run: the coordinates mean what they meant when the joint was new. */
  reset(): void {}

  /**
   * Computes Z and drift of `body`. The columns move one after the other, each fixed in the frame
   * that the ones before it move.
   */
  velocities(motion: Motion, parent: i32, body: i32, q: StaticArray<f64>, v: StaticArray<f64>): void {
    motion.follow(parent, body);
    const end: i32 = this.first + this.coordinates;
    for (let k: i32 = this.first; k < end; k++) motion.move(k, body, unchecked(v[k]));
  }

  /**
   * Between steps: changes the meaning of the coordinates where they come near a singularity, and
   * the coordinates, their rates and second derivatives with it. True when it did.
   */
  refresh(q: StaticArray<f64>, v: StaticArray<f64>, a: StaticArray<f64>): bool {
    return false;
  }
}
