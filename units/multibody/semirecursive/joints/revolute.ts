import { Axis } from './axis';
import { Motion } from './joint-motion';
import { Joint } from './tree-joint';

/** Rotation by q [rad] about an axis: b = (p × u, u). */
export class Revolute extends Joint {
  constructor(readonly axis: Axis) {
    super(1);
  }

  place(motion: Motion, parent: i32, body: i32, q: StaticArray<f64>): void {
    const u: Axis = this.axis;
    const angle: f64 = unchecked(q[this.first]);
    motion.attach(parent, body, this.x, this.y, this.z);
    motion.rotation(this.first, body, u.x, u.y, u.z);
    motion.turn(body, u.x, u.y, u.z, Math.sin(angle), Math.cos(angle));
  }
}
