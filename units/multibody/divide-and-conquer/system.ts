import { fail, idiv } from 'fmukit/author';
import { Bodies } from './bodies';
import { Joint } from './divided-joint';
import { Subassembly } from './subassembly-variables';
import { Close } from './tree/close';
import { Join } from './tree/join';
import { Leaf } from './tree/leaf';
import { Root } from './tree/root';

/**
 * Bodies, joints, and the binary tree that assembles them (Malczyk & Frączek 2012, Sect. 2). It
 * solves for the increments of one iteration, for positions, velocities and accelerations:
 *
 *     M δ + Φ_qᵀ δλ = R,    δλ = α (Φ_q δ + c)
 *
 * R is the residual of the equations of motion, and c the violation of the constraints,
 * normalizations included. The paper restates accelerations from λ*. We add increments: the
 * iterates are equal, but rounding by α stays in them.
 */
export class System {
  readonly bodies: Bodies;
  /** Rows of all joints, without normalizations. */
  rows: i32 = 0;
  joints: i32 = 0;
  /** Subassemblies, leaves included. */
  nodes: i32 = 0;
  alpha: f64 = 1e6;
  private joint: StaticArray<Joint | null>;
  /** Present subassembly of each body: its leaf, or the loops reduced onto it. */
  private parts: StaticArray<Subassembly | null>;
  private node: StaticArray<Subassembly | null>;
  /** Subassemblies on the ground, and those that float. */
  protected roots: StaticArray<Root | null>;
  private wholes: i32 = 0;

  /**
   * Creates an empty system.
   *
   * @param n bodies
   * @param m joints, including joints on the ground
   */
  constructor(
    readonly n: i32,
    readonly m: i32,
  ) {
    this.bodies = new Bodies(n);
    this.joint = new StaticArray<Joint | null>(m);
    this.parts = new StaticArray<Subassembly | null>(n + 1);
    this.node = new StaticArray<Subassembly | null>(2 * n);
    this.roots = new StaticArray<Root | null>(n);
    for (let k: i32 = 1; k <= n; k++) this.parts[k] = this.declare(new Leaf(this.bodies, this.bodies.add()));
  }

  /** A joint of a kind between bodies a and b, 0 the ground. Its frames are set before a run. */
  add(kind: i32, a: i32, b: i32): Joint {
    if (this.joints == this.m) fail('divide and conquer: more joints are added than room was made for');
    const joint: Joint = new Joint(this.bodies, kind, a, b);
    this.joint[this.joints] = joint;
    this.joints += 1;
    this.rows += joint.rows;
    return joint;
  }

  /** A body, with the loops and branches that were reduced onto it. */
  part(body: i32): Subassembly {
    return this.parts[body]!;
  }

  jointAt(k: i32): Joint {
    return this.joint[k]!;
  }

  /** Bodies first … last, each joined to the next, as a balanced binary tree. */
  chain(first: i32, last: i32): Subassembly {
    if (first == last) return this.part(first);
    const middle: i32 = idiv(first + last, 2);
    const A: Subassembly = this.chain(first, middle);
    return this.join(A, this.chain(middle + 1, last));
  }

  /** Two subassemblies that a joint connects, from handle 2 of A to handle 1 of B. */
  join(A: Subassembly, B: Subassembly): Subassembly {
    const joint: Joint | null = this.between(A.last, B.first, null);
    if (joint == null)
      fail('divide and conquer: two subassemblies are to be joined whose handles no joint connects');
    return this.declare(new Join(A, joint!, B));
  }

  /**
   * Reduces a chain onto a body: a loop where both its handles are joined to the body, else a
   * branch.
   */
  reduce(body: i32, chain: Subassembly): void {
    const first: Joint | null = this.between(chain.first, body, null);
    const second: Joint | null = this.between(chain.last, body, first);
    this.parts[body] = this.declare(new Close(this.part(body), chain, first, second));
  }

  /**
   * Joins the finished subassembly to the ground at both handles or at one, or leaves it floating.
   * A system may have several.
   */
  ground(whole: Subassembly): void {
    const first: Joint | null = this.between(whole.first, 0, null);
    this.roots[this.wholes] = new Root(whole, first, this.between(whole.last, 0, first));
    this.wholes += 1;
  }

  /**
   * Subassemblies one above the other, the whole included: what cannot run at the same time in
   * parallel.
   */
  depth(): i32 {
    let most: i32 = 0;
    for (let k: i32 = 0; k < this.wholes; k++) if (this.roots[k]!.depth > most) most = this.roots[k]!.depth;
    return most;
  }

  /**
   * The leading matrix of a whole as it was last assembled, row by row: 7 × 7 where it is one body,
   * else 14 × 14.
   */
  leading(k: i32): StaticArray<f64> {
    return this.roots[k]!.matrix;
  }

  /** Assembles the matrices of all subassemblies. Φ_q must belong to the bodies' positions. */
  assemble(): void {
    const count: i32 = this.nodes;
    for (let k: i32 = 0; k < count; k++) this.node[k]!.assemble(this.alpha);
    for (let k: i32 = 0; k < this.wholes; k++) this.roots[k]!.assemble(this.alpha);
  }

  /** δ of all bodies from R and c. The multipliers are moved by δλ. */
  solve(): void {
    this.load();
    for (let k: i32 = 0; k < this.wholes; k++) this.roots[k]!.solve(this.alpha);
    this.disassemble();
  }

  /** Q of all subassemblies from R and c: what a whole without ground shows at its handles. */
  load(): void {
    for (let k: i32 = 0; k < this.nodes; k++) this.node[k]!.load(this.alpha);
  }

  /** Computes δ of all bodies from δ of the roots' handles, and adds δλ to the multipliers. */
  disassemble(): void {
    for (let k: i32 = this.nodes - 1; k >= 0; k--) this.node[k]!.disassemble(this.alpha);
  }

  /** Φ_q at the bodies' positions. */
  linearize(): void {
    for (let k: i32 = 0; k < this.joints; k++) {
      this.joint[k]!.positions();
      this.joint[k]!.linearize();
    }
  }

  /** All multipliers to zero. */
  forget(): void {
    this.bodies.lambda.fill(0.0);
    for (let k: i32 = 0; k < this.joints; k++) this.joint[k]!.lambda.fill(0.0);
  }

  /** Returns the joint of two bodies that is not `taken`, or null. */
  private between(a: i32, b: i32, taken: Joint | null): Joint | null {
    for (let k: i32 = 0; k < this.joints; k++) {
      const joint: Joint = this.joint[k]!;
      const forth: bool = joint.A.body == a && joint.B.body == b;
      const back: bool = joint.A.body == b && joint.B.body == a;
      if ((forth || back) && joint != taken) return joint;
    }
    return null;
  }

  protected declare(node: Subassembly): Subassembly {
    if (this.nodes == this.node.length)
      fail('divide and conquer: more subassemblies are declared than bodies make');
    this.node[this.nodes] = node;
    this.nodes += 1;
    return node;
  }
}
