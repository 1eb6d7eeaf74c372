import { Axis } from './axis';
import { Motion } from './joint-motion';
import { Joint } from './tree-joint';

/**
 * Translation by q₁ [m] along, and rotation by q₂ [rad] about one axis: b₁ = (u, 0), b₂ = (p × u,
 * u).
 */
export class Cylindrical extends Joint {
  constructor(readonly axis: Axis) {
    super(2);
  }

  place(motion: Motion, parent: i32, body: i32, q: StaticArray<f64>): void {
    const u: Axis = this.axis;
    const way: f64 = unchecked(q[this.first]);
    const angle: f64 = unchecked(q[this.first + 1]);
    motion.attach(parent, body, this.x, this.y, this.z);
    motion.translation(this.first, body, u.x, u.y, u.z);
    motion.shift(body, way * u.x, way * u.y, way * u.z);
    motion.rotation(this.first + 1, body, u.x, u.y, u.z);
    motion.turn(body, u.x, u.y, u.z, Math.sin(angle), Math.cos(angle));
  }
}
