import { fail, idiv } from 'fmukit/author';
import { Joint, revolute } from './divided-joint';
import { Subassembly } from './subassembly-variables';
import { System } from './system';
import { Join } from './tree/join';

/**
 * A chain of at most `most` bodies, each turning about an axis on the one before. The first turns
 * on the ground, or on the neighbour at handle 1. The number of bodies is set before a run. Each
 * joint has its place in the binary tree of any number of bodies.
 */
export class Chain extends System {
  /** Joins, indexed by the body before the joint. */
  private joins: StaticArray<Join | null>;

  /** @param grounded the first body turns on the ground. Else both handles are left to others */
  constructor(
    most: i32,
    readonly grounded: bool,
  ) {
    super(most, most);
    this.joins = new StaticArray<Join | null>(most);
    for (let k: i32 = grounded ? 0 : 1; k < most; k++) {
      const joint: Joint = this.add(revolute, k, k + 1);
      if (k > 0) this.joins[k] = new Join(this.part(k), joint, this.part(k + 1));
    }
    if (grounded) this.ground(this.part(1));
  }

  /** Takes the first `count` bodies, which the result assembles. */
  use(count: i32): Subassembly {
    if (count < 1 || count > this.n)
      fail('divide and conquer: a chain has at least 1 body, and at most those that it was made for');
    this.bodies.count = count;
    this.joints = this.grounded ? count : count - 1;
    this.nodes = 0;
    const whole: Subassembly = this.link(1, count);
    if (this.grounded) this.roots[0]!.use(whole);
    return whole;
  }

  /** Declares the subassembly of these bodies, a balanced binary tree. */
  private link(first: i32, last: i32): Subassembly {
    if (first == last) return this.declare(this.part(first));
    const middle: i32 = idiv(first + last, 2);
    const A: Subassembly = this.link(first, middle);
    const B: Subassembly = this.link(middle + 1, last);
    const join: Join = this.joins[middle]!;
    join.link(A, B);
    return this.declare(join);
  }
}
