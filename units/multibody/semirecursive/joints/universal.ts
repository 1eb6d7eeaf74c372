import { Axis } from './axis';
import { Motion } from './joint-motion';
import { Joint } from './tree-joint';

/**
 * Rotation by q₁ about an axis of the parent, then by q₂ about an axis of the body, both through
 * one point [rad]. Perpendicular axes make a Cardan joint.
 */
export class Universal extends Joint {
  constructor(
    readonly parentAxis: Axis,
    readonly bodyAxis: Axis,
  ) {
    super(2);
  }

  place(motion: Motion, parent: i32, body: i32, q: StaticArray<f64>): void {
    const u: Axis = this.parentAxis;
    const w: Axis = this.bodyAxis;
    const first: f64 = unchecked(q[this.first]);
    const second: f64 = unchecked(q[this.first + 1]);
    motion.attach(parent, body, this.x, this.y, this.z);
    motion.rotation(this.first, body, u.x, u.y, u.z);
    motion.turn(body, u.x, u.y, u.z, Math.sin(first), Math.cos(first));
    motion.rotation(this.first + 1, body, w.x, w.y, w.z);
    motion.turn(body, w.x, w.y, w.z, Math.sin(second), Math.cos(second));
  }
}
