import { Axis } from './axis';
import { Motion } from './joint-motion';
import { Joint } from './tree-joint';

/** Translation by q [m] along an axis: b = (u, 0). */
export class Prismatic extends Joint {
  constructor(readonly axis: Axis) {
    super(1);
  }

  place(motion: Motion, parent: i32, body: i32, q: StaticArray<f64>): void {
    const u: Axis = this.axis;
    const way: f64 = unchecked(q[this.first]);
    motion.attach(parent, body, this.x, this.y, this.z);
    motion.translation(this.first, body, u.x, u.y, u.z);
    motion.shift(body, way * u.x, way * u.y, way * u.z);
  }
}
