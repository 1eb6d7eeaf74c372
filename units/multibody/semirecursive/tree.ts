import { fail } from 'fmukit/author';
import { Inertia } from './dynamics/inertia';
import { Motion } from './joints/joint-motion';
import { Joint } from './joints/tree-joint';

/**
 * An open-loop system of bodies in relative joint coordinates z (Jaiswal et al. 2021a, Sect. 2.1;
 * García de Jalón & Bayo 1994). The bodies are numbered from the base to the leaves, the ground is
 * 0:
 *
 *     Z_j = Z_parent + Σ b ż,    Ż_j = Ż_parent + Σ b z̈ + d                             eqs. 2, 3
 *
 * or Z = T R_d ż. T is never stored: T x sums x from the base to a body (here), Tᵀ x from the
 * leaves to it (`semirecursive-dynamics.ts`, `accumulation.ts`).
 */
export class Tree {
  readonly motion: Motion;
  readonly inertia: Inertia;
  /** Gravity [m/s²]. */
  gx: f64 = 0.0;
  gy: f64 = -9.81;
  gz: f64 = 0.0;
  /** Number of bodies, and of coordinates, declared so far. */
  bodies: i32 = 0;
  coordinates: i32 = 0;
  private parents: StaticArray<i32>;
  private joints: StaticArray<Joint | null>;
  /** The body that each coordinate's joint moves. */
  private owner: StaticArray<i32>;

  /** @param n bodies @param size coordinates, all joints together */
  constructor(
    readonly n: i32,
    readonly size: i32,
  ) {
    this.motion = new Motion(n, size);
    this.inertia = new Inertia(n);
    this.parents = new StaticArray<i32>(n + 1);
    this.joints = new StaticArray<Joint | null>(n + 1);
    this.owner = new StaticArray<i32>(size);
  }

  /** Declares the next body on `parent` (0: the ground) and gives its number. */
  add(parent: i32, joint: Joint): i32 {
    const body: i32 = this.bodies + 1;
    if (body > this.n || this.coordinates + joint.coordinates > this.size)
      fail('tree: more bodies or coordinates are added than the tree was made for');
    if (parent < 0 || parent >= body) fail('tree: the parent of a body must be declared before it');
    joint.first = this.coordinates;
    for (let k: i32 = 0; k < joint.coordinates; k++) this.owner[this.coordinates + k] = body;
    this.parents[body] = parent;
    this.joints[body] = joint;
    this.bodies = body;
    this.coordinates += joint.coordinates;
    return body;
  }

  parent(body: i32): i32 {
    return unchecked(this.parents[body]);
  }

  joint(body: i32): Joint {
    return this.joints[body]!;
  }

  /** The body that coordinate k moves. */
  moved(k: i32): i32 {
    return unchecked(this.owner[k]);
  }

  /** Before a run: coordinates mean what they meant at first. */
  reset(): void {
    for (let j: i32 = 1; j <= this.n; j++) this.joint(j).reset();
  }

  /** Between steps: true when a joint changed the meaning of its coordinates. */
  refresh(q: StaticArray<f64>, v: StaticArray<f64>, a: StaticArray<f64>): bool {
    let changed: bool = false;
    for (let j: i32 = 1; j <= this.n; j++) if (this.joint(j).refresh(q, v, a)) changed = true;
    return changed;
  }

  /** Frames and columns b of the bodies from `from` on, at z. */
  positions(q: StaticArray<f64>, from: i32): void {
    for (let j: i32 = from; j <= this.n; j++) this.joint(j).place(this.motion, this.parent(j), j, q);
  }

  /** Z and drift of the bodies from `from` on. After `positions` at the same z. */
  velocities(q: StaticArray<f64>, v: StaticArray<f64>, from: i32): void {
    for (let j: i32 = from; j <= this.n; j++) this.joint(j).velocities(this.motion, this.parent(j), j, q, v);
  }
}
