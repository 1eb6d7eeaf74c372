import { addScaled, dot } from './algebra';
import { Element } from './flexible-element';
import { Nodes } from './nodes';
import { Tangent } from './tangent';

/** A torque on a node, the same in space at all times [N m]. */
export class Couple extends Element {
  readonly torque: StaticArray<f64> = new StaticArray<f64>(3);
  private node: i32 = 0;
  private spin: StaticArray<f64> = new StaticArray<f64>(3);

  /** Sets the couple on node i to (x, y, z) [N m]. */
  on(i: i32, x: f64, y: f64, z: f64): void {
    this.node = i;
    this.torque[0] = x;
    this.torque[1] = y;
    this.torque[2] = z;
  }

  connect(tangent: Tangent): void {}

  forces(nodes: Nodes, t: f64): void {
    addScaled(1.0, this.torque, 0, nodes.force, 6 * this.node + 3);
    for (let p: i32 = 0; p < 3; p++) unchecked((this.spin[p] = unchecked(nodes.w[3 * this.node + p])));
  }

  tangent(tangent: Tangent): void {}

  override supplied(): f64 {
    return dot(this.torque, 0, this.spin, 0);
  }
}
