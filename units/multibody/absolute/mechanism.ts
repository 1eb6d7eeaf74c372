import { fail } from 'fmukit/author';
import { BlockLu } from '../../numerics/block-lu';
import { ImplicitProblem } from '../../numerics/implicit/problem';
import {
  addMatrix,
  addOuter,
  addSkew,
  addSkewSkew,
  apply,
  applyTransposed,
  cross,
  dot,
  multiply,
  multiplyTransposed,
  skewMultiply,
} from './algebra';
import {
  inverseRateMatrix,
  rateOf,
  relativeTo,
  rotationOf,
  spinByParameters,
  spinOf,
} from './cayley';
import { Element } from './element';
import { Joint } from './joint';
import { Profile } from './profile';

/**
 * A mechanism in absolute coordinates, constraints on positions included (index 3), as the implicit problem (Zhang, Zhang, Zanoni &
 * Masarati 2023, Sect. 2; Masarati, Morandini & Mantegazza 2014)
 *
 *     β = m ẋ + ω × S,   γ = S × ẋ + J ω                                  momenta of node and moments of momenta about it
 *     β̇ = f − Σ Φ_xᵀ λ,  γ̇ + ẋ × β = τ − Σ Φ_φᵀ λ                         equations of motion
 *     Φ(x, R, t)/c = 0,  ω·a = Ω(t)                                        joints
 *
 * with S = m b and J the inertia about the node, ω = G(g) ġ, R = R(g) R₀ and R₀ the orientation at the beginning of the step. A node has
 * twelve unknowns in y (x, g, β, γ), a planar one six (x, y, θ and their momenta); a joint has its multipliers, in ẏ. A given node
 * has none: ground, or what turns as a profile says.
 *
 * A node's Newton equations are condensed by hand: momenta are eliminated, so that six unknowns remain in the matrix,
 * (A − c² K − c C) Δu + Φ_xᵀ c Δλ = …, Δu = (Δẋ, Δψ), Δġ = G⁻¹ Δψ, which is factored in blocks.
 *
 * Setting up, without taking memory: `clear`; nodes; `addMass`; elements' own `between`; `add`; `close`; `velocities`, `start`.
 */
export class Mechanism extends ImplicitProblem {
  /** Nodes, given ones included, elements and joints. */
  nodes: i32 = 0;
  joints: i32 = 0;
  /** Positions [m], orientations, velocities [m/s], angular velocities [rad/s], forces and torques [N, N m] of the nodes. */
  readonly x: StaticArray<f64>;
  readonly R: StaticArray<f64>;
  readonly v: StaticArray<f64>;
  readonly w: StaticArray<f64>;
  readonly force: StaticArray<f64>;
  /** Masses [kg]. */
  readonly mass: StaticArray<f64>;
  /** Acceleration of gravity at the time evaluated, and what it is multiplied by [m/s²]. */
  readonly gravity: StaticArray<f64> = new StaticArray<f64>(3);
  private gravityProfile: Profile | null = null;
  private gravityFactor: f64 = 1.0;
  readonly lu: BlockLu;
  private list: StaticArray<Element | null>;
  private elements: i32 = 0;
  private jointList: StaticArray<Joint | null>;
  /** Block of a node, or −1 for a given one; place of its unknowns in y; how many coordinates it has (0, 3, 6), which they are. */
  private blockOf: StaticArray<i32>;
  private offset: StaticArray<i32>;
  private freedom: StaticArray<i32>;
  private dof: StaticArray<i32>;
  private names: StaticArray<string>;
  /** R₀; g and ġ as last evaluated; S and J in the node's frame and in space. */
  private R0: StaticArray<f64>;
  private g: StaticArray<f64>;
  private rate: StaticArray<f64>;
  private S0: StaticArray<f64>;
  private J0: StaticArray<f64>;
  private S: StaticArray<f64>;
  private J: StaticArray<f64>;
  private momentum: StaticArray<f64>;
  /** c, I + c W with δω = δψ + c W δψ, A of `momenta` (6 × 6). */
  private c: f64 = 0.0;
  private turn: StaticArray<f64>;
  private A: StaticArray<f64>;
  /** What `rebase` subtracted. */
  private shift: StaticArray<f64>;
  /** Profiles, axes and accelerations of given nodes that move. */
  private profiles: StaticArray<Profile | null>;
  private axis: StaticArray<f64>;
  private alpha: StaticArray<f64>;
  private right: StaticArray<f64>;
  private t: StaticArray<f64> = new StaticArray<f64>(36);
  private s: StaticArray<f64> = new StaticArray<f64>(9);

  /** @param maxNodes, maxJoints, maxElements what there is room for; a joint is an element */
  constructor(
    readonly maxNodes: i32,
    readonly maxJoints: i32,
    readonly maxElements: i32,
  ) {
    super(12 * maxNodes + 6 * maxJoints);
    const n: i32 = maxNodes;
    this.x = new StaticArray<f64>(3 * n);
    this.R = new StaticArray<f64>(9 * n);
    this.v = new StaticArray<f64>(3 * n);
    this.w = new StaticArray<f64>(3 * n);
    this.force = new StaticArray<f64>(6 * n);
    this.mass = new StaticArray<f64>(n);
    const blocks: i32 = n + maxJoints;
    // A beam joins three nodes, a joint two; eliminating a chain or a loop adds about as many again.
    const edges: i32 = 12 * n + 24 * maxJoints;
    this.lu = new BlockLu(blocks, edges, 6 * blocks, 36 * (blocks + edges), 24 * n + 64 * maxJoints);
    this.list = new StaticArray<Element | null>(maxElements);
    this.jointList = new StaticArray<Joint | null>(maxJoints);
    this.blockOf = new StaticArray<i32>(n);
    this.offset = new StaticArray<i32>(n);
    this.freedom = new StaticArray<i32>(n);
    this.dof = new StaticArray<i32>(6 * n);
    this.names = new StaticArray<string>(n);
    this.R0 = new StaticArray<f64>(9 * n);
    this.g = new StaticArray<f64>(3 * n);
    this.rate = new StaticArray<f64>(3 * n);
    this.S0 = new StaticArray<f64>(3 * n);
    this.J0 = new StaticArray<f64>(9 * n);
    this.S = new StaticArray<f64>(3 * n);
    this.J = new StaticArray<f64>(9 * n);
    this.momentum = new StaticArray<f64>(6 * n);
    this.turn = new StaticArray<f64>(9 * n);
    this.A = new StaticArray<f64>(36 * n);
    this.shift = new StaticArray<f64>(3 * n);
    this.profiles = new StaticArray<Profile | null>(n);
    this.axis = new StaticArray<f64>(3 * n);
    this.alpha = new StaticArray<f64>(3 * n);
    this.right = new StaticArray<f64>(6 * blocks);
  }

  /** Forgets everything. */
  clear(): void {
    this.nodes = 0;
    this.joints = 0;
    this.elements = 0;
    this.size = 0;
    this.gravityProfile = null;
    this.gravityFactor = 1.0;
    this.gravity.fill(0.0);
    this.mass.fill(0.0);
    this.S0.fill(0.0);
    this.J0.fill(0.0);
    this.v.fill(0.0);
    this.w.fill(0.0);
    this.g.fill(0.0);
    this.rate.fill(0.0);
    this.lu.order.clear();
  }

  /** A node at (x, y, z) [m] with the frame of space, of which `turnNode` makes another; its number. */
  addNode(name: string, x: f64, y: f64, z: f64): i32 {
    const i: i32 = this.place(name, x, y, z, 6);
    for (let k: i32 = 0; k < 6; k++) this.dof[6 * i + k] = k;
    return i;
  }

  /** A node that stays in its plane z: x, y [m] and an angle θ [rad]. */
  addPlanarNode(name: string, x: f64, y: f64, theta: f64): i32 {
    const i: i32 = this.place(name, x, y, 0.0, 3);
    for (let k: i32 = 2; k < 5; k++) this.dof[6 * i + k] = -1;
    this.dof[6 * i] = 0;
    this.dof[6 * i + 1] = 1;
    this.dof[6 * i + 5] = 2;
    this.shift[3 * i] = theta;
    this.planar(9 * i, theta, this.R);
    return i;
  }

  /** A node that stands still at (x, y, z) [m]. */
  addGiven(x: f64, y: f64, z: f64): i32 {
    const i: i32 = this.place('ground', x, y, z, 0);
    this.profiles[i] = null;
    return i;
  }

  /** A given node that turns about the unit vector (nx, ny, nz) by the angle of a profile [rad]. */
  addTurning(angle: Profile, x: f64, y: f64, z: f64, nx: f64, ny: f64, nz: f64): i32 {
    const i: i32 = this.addGiven(x, y, z);
    this.profiles[i] = angle;
    this.axis[3 * i] = nx;
    this.axis[3 * i + 1] = ny;
    this.axis[3 * i + 2] = nz;
    return i;
  }

  /** The node's frame: its first and second axis in space, unit vectors. */
  turnNode(i: i32, a: StaticArray<f64>, b: StaticArray<f64>): void {
    cross(a, 0, b, 0, this.t, 0);
    for (let p: i32 = 0; p < 3; p++) {
      this.R[9 * i + 3 * p] = a[p];
      this.R[9 * i + 3 * p + 1] = b[p];
      this.R[9 * i + 3 * p + 2] = this.t[p];
    }
  }

  /** Adds a body to a node: mass [kg], centre of mass in the node's frame [m], principal inertias about it [kg m²]. */
  addMass(i: i32, m: f64, bx: f64, by: f64, bz: f64, J1: f64, J2: f64, J3: f64): void {
    if (!(m > 0.0)) fail('mechanism: a body has a mass that is not positive; give every body a positive mass');
    this.mass[i] = this.mass[i] + m;
    this.S0[3 * i] = this.S0[3 * i] + m * bx;
    this.S0[3 * i + 1] = this.S0[3 * i + 1] + m * by;
    this.S0[3 * i + 2] = this.S0[3 * i + 2] + m * bz;
    const J: i32 = 9 * i;
    this.J0[J] = this.J0[J] + J1;
    this.J0[J + 4] = this.J0[J + 4] + J2;
    this.J0[J + 8] = this.J0[J + 8] + J3;
    this.s[0] = bx;
    this.s[1] = by;
    this.s[2] = bz;
    addSkewSkew(-m, this.s, 0, this.s, 0, this.J0, J);
  }

  /** Gravity (x, y, z) [m/s²] times a profile, or 1. */
  setGravity(x: f64, y: f64, z: f64, profile: Profile | null): void {
    this.gravity[0] = x;
    this.gravity[1] = y;
    this.gravity[2] = z;
    this.gravityProfile = profile;
  }

  /** The arm in node i's frame of a point of space. */
  pointOf(i: i32, x: f64, y: f64, z: f64, o: StaticArray<f64>, k: i32): void {
    this.s[0] = x - this.x[3 * i];
    this.s[1] = y - this.x[3 * i + 1];
    this.s[2] = z - this.x[3 * i + 2];
    applyTransposed(this.R, 9 * i, this.s, 0, o, k);
  }

  /** A direction of space in node i's frame. */
  directionOf(i: i32, x: f64, y: f64, z: f64, o: StaticArray<f64>, k: i32): void {
    this.s[0] = x;
    this.s[1] = y;
    this.s[2] = z;
    applyTransposed(this.R, 9 * i, this.s, 0, o, k);
  }

  add(element: Element): void {
    if (this.elements == this.maxElements) fail('mechanism: more elements than there is room for');
    this.list[this.elements] = element;
    this.elements++;
  }

  /** Declares that forces between nodes i and j act. */
  couple(i: i32, j: i32): void {
    const a: i32 = this.blockOf[i];
    const b: i32 = this.blockOf[j];
    if (a >= 0 && b >= 0 && a != b) this.lu.order.connect(a, b, false);
  }

  /** Declares a joint's rows, which wait for its nodes. */
  coupleRows(joint: Joint): void {
    const k: i32 = this.lu.order.add(joint.rows);
    joint.block = k;
    joint.offset = this.size;
    this.size += joint.rows;
    this.jointList[this.joints] = joint;
    this.joints++;
    const a: i32 = this.blockOf[joint.a];
    const b: i32 = this.blockOf[joint.b];
    if (a >= 0) this.lu.order.connect(a, k, true);
    if (b >= 0) this.lu.order.connect(b, k, true);
    this.couple(joint.a, joint.b);
  }

  /** Place of the block of nodes i and j in the matrix, or −1 where one is given. */
  placeOf(i: i32, j: i32): i32 {
    const a: i32 = this.blockOf[i];
    const b: i32 = this.blockOf[j];
    return a < 0 || b < 0 ? -1 : this.lu.block(a, b);
  }

  /** Once all is declared: numbers the unknowns, and analyses the matrix. */
  close(): void {
    for (let i: i32 = 0; i < this.nodes; i++) {
      for (let q: i32 = 0; q < 9; q++) this.R0[9 * i + q] = this.R[9 * i + q];
      this.offset[i] = this.size;
      this.size += 2 * this.freedom[i];
      this.blockOf[i] = this.freedom[i] == 0 ? -1 : this.lu.order.add(this.freedom[i]);
      if (this.freedom[i] > 0 && !(this.mass[i] > 0.0))
        fail('mechanism: a node has no mass; add a body to every node that moves');
    }
    for (let e: i32 = 0; e < this.elements; e++) this.list[e]!.connect(this);
    this.lu.analyse();
    for (let e: i32 = 0; e < this.elements; e++) this.list[e]!.locate(this);
  }

  /**
   * y at rest or with the velocities that stand in v and w, made fit to the joints with the least change of momentum (the least
   * kinetic energy of the change).
   */
  start(t: f64, y: StaticArray<f64>): void {
    y.fill(0.0);
    this.move(t);
    for (let i: i32 = 0; i < this.nodes; i++) {
      const o: i32 = this.offset[i];
      this.inertia(i);
      if (this.freedom[i] == 0) continue;
      y[o] = this.x[3 * i];
      y[o + 1] = this.x[3 * i + 1];
      if (this.freedom[i] == 6) y[o + 2] = this.x[3 * i + 2];
      else y[o + 2] = this.shift[3 * i];
    }
    this.fitVelocities(t);
    for (let i: i32 = 0; i < this.nodes; i++) {
      const n: i32 = this.freedom[i];
      if (n == 0) continue;
      this.product(i);
      for (let p: i32 = 0; p < 6; p++) {
        const d: i32 = this.dof[6 * i + p];
        if (d >= 0) y[this.offset[i] + n + d] = this.t[p];
      }
    }
  }

  /** Φ of all joints as the nodes stand [m, 1]: the largest magnitude of a constraint on positions. */
  positionError(): f64 {
    let most: f64 = 0.0;
    for (let j: i32 = 0; j < this.joints; j++) {
      const joint: Joint = this.jointList[j]!;
      for (let r: i32 = 0; r < joint.rows; r++)
        if (joint.onPositions(r)) most = Math.max(most, Math.abs(joint.phi[r]));
    }
    return most;
  }

  residual(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, c: f64, r: StaticArray<f64>): void {
    this.c = c;
    this.kinematics(y, ydot);
    this.move(t);
    for (let j: i32 = 0; j < this.joints; j++) {
      const joint: Joint = unchecked(this.jointList[j])!;
      for (let q: i32 = 0; q < joint.rows; q++)
        unchecked((joint.lambda[q] = unchecked(ydot[joint.offset + q])));
    }
    this.collect(t);
    this.balance(ydot, r);
    const inverse: f64 = 1.0 / c;
    for (let j: i32 = 0; j < this.joints; j++) {
      const joint: Joint = unchecked(this.jointList[j])!;
      for (let q: i32 = 0; q < joint.rows; q++)
        unchecked((r[joint.offset + q] = joint.onPositions(q) ? inverse * unchecked(joint.phi[q]) : unchecked(joint.phi[q])));
    }
  }

  factor(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, c: f64): bool {
    this.c = c;
    this.lu.clear();
    for (let i: i32 = 0; i < this.nodes; i++) this.assembleNode(i);
    for (let e: i32 = 0; e < this.elements; e++) unchecked(this.list[e])!.tangent(this);
    return this.lu.factor();
  }

  solve(r: StaticArray<f64>): void {
    const b: StaticArray<f64> = this.right;
    const s: StaticArray<f64> = this.s;
    const c: f64 = this.c;
    for (let i: i32 = 0; i < this.nodes; i++) {
      const n: i32 = unchecked(this.freedom[i]);
      if (n == 0) continue;
      const o: i32 = unchecked(this.offset[i]);
      const row: i32 = unchecked(this.lu.row[this.blockOf[i]]);
      for (let k: i32 = 0; k < n; k++)
        unchecked((b[row + k] = unchecked(r[o + k]) - c * unchecked(r[o + n + k])));
      if (n == 6) {
        cross(this.v, 3 * i, r, o, s, 0);
        for (let k: i32 = 0; k < 3; k++) unchecked((b[row + 3 + k] += c * unchecked(s[k])));
      } else unchecked((b[row + 2] += c * (this.v[3 * i] * r[o + 1] - this.v[3 * i + 1] * r[o])));
    }
    for (let j: i32 = 0; j < this.joints; j++) {
      const joint: Joint = unchecked(this.jointList[j])!;
      const row: i32 = unchecked(this.lu.row[joint.block]);
      for (let q: i32 = 0; q < joint.rows; q++) unchecked((b[row + q] = -unchecked(r[joint.offset + q])));
    }
    this.lu.solve(b);
    for (let i: i32 = 0; i < this.nodes; i++) if (unchecked(this.freedom[i]) > 0) this.expand(i, r);
    const inverse: f64 = 1.0 / c;
    for (let j: i32 = 0; j < this.joints; j++) {
      const joint: Joint = unchecked(this.jointList[j])!;
      const row: i32 = unchecked(this.lu.row[joint.block]);
      for (let q: i32 = 0; q < joint.rows; q++)
        unchecked((r[joint.offset + q] = inverse * unchecked(b[row + q])));
    }
  }

  /** ẋ and ġ that belong to the momenta; forces are 0. */
  override guess(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>): void {
    for (let k: i32 = 0; k < this.size; k++) ydot[k] = 0.0;
    this.kinematics(y, ydot);
    this.c = 0.0;
    // No joint: M u = (β, γ) of each node by itself.
    for (let i: i32 = 0; i < this.nodes; i++) {
      if (this.freedom[i] == 0) continue;
      this.velocityOf(i);
      this.setRates(i, ydot);
    }
  }

  /** Accelerations and multipliers from M u̇ + Φ_xᵀ λ = Q − Ṁ u, Φ_x u̇ = −(Φ̈ − Φ_x ẍ). */
  override consistent(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, r: StaticArray<f64>): bool {
    const b: StaticArray<f64> = this.right;
    const s: StaticArray<f64> = this.s;
    this.guess(t, y, ydot);
    this.kinematics(y, ydot);
    this.move(t);
    for (let j: i32 = 0; j < this.joints; j++) this.jointList[j]!.lambda.fill(0.0);
    this.collect(t);
    if (!this.factor(t, y, ydot, 0.0)) return false;
    for (let i: i32 = 0; i < this.nodes; i++) {
      if (this.freedom[i] == 0) continue;
      const row: i32 = this.lu.row[this.blockOf[i]];
      this.drift(i);
      for (let k: i32 = 0; k < 6; k++) {
        const d: i32 = this.dof[6 * i + k];
        if (d >= 0) b[row + d] = this.force[6 * i + k] - this.t[k];
      }
    }
    for (let j: i32 = 0; j < this.joints; j++) {
      const joint: Joint = this.jointList[j]!;
      joint.accelerate(this);
      for (let q: i32 = 0; q < joint.rows; q++) b[this.lu.row[joint.block] + q] = -joint.bias[q];
    }
    this.lu.solve(b);
    for (let j: i32 = 0; j < this.joints; j++) {
      const joint: Joint = this.jointList[j]!;
      for (let q: i32 = 0; q < joint.rows; q++) {
        joint.lambda[q] = b[this.lu.row[joint.block] + q];
        ydot[joint.offset + q] = joint.lambda[q];
      }
    }
    this.collect(t);
    for (let i: i32 = 0; i < this.nodes; i++) {
      const n: i32 = this.freedom[i];
      if (n == 0) continue;
      const o: i32 = this.offset[i];
      cross(this.v, 3 * i, this.momentum, 6 * i, s, 0);
      for (let k: i32 = 0; k < 6; k++) {
        const d: i32 = this.dof[6 * i + k];
        if (d >= 0) ydot[o + n + d] = this.force[6 * i + k] - (k < 3 ? 0.0 : s[k - 3]);
      }
    }
    return true;
  }

  override complaint(k: i32): string {
    if (k < 0) {
      const failed: i32 = this.lu.failed;
      for (let j: i32 = 0; j < this.joints; j++)
        if (this.jointList[j]!.block == failed) return this.jointList[j]!.name;
      for (let i: i32 = 0; i < this.nodes; i++) if (this.blockOf[i] == failed) return this.names[i];
      return 'mechanism';
    }
    for (let j: i32 = 0; j < this.joints; j++) {
      const joint: Joint = this.jointList[j]!;
      if (k >= joint.offset && k < joint.offset + joint.rows) return joint.name;
    }
    for (let i: i32 = 0; i < this.nodes; i++)
      if (k >= this.offset[i] && k < this.offset[i] + 2 * this.freedom[i]) return this.names[i];
    return 'mechanism';
  }

  override rebase(y: StaticArray<f64>, ydot: StaticArray<f64>): void {
    const s: StaticArray<f64> = this.s;
    for (let i: i32 = 0; i < this.nodes; i++) {
      if (unchecked(this.freedom[i]) != 6) continue;
      const o: i32 = unchecked(this.offset[i]) + 3;
      spinOf(y, o, ydot, o, s, 0);
      for (let p: i32 = 0; p < 3; p++) {
        unchecked((this.shift[3 * i + p] = unchecked(y[o + p])));
        unchecked((y[o + p] = 0.0));
        unchecked((ydot[o + p] = unchecked(s[p])));
      }
      rotationOf(this.shift, 3 * i, this.t, 0);
      multiply(this.t, 0, this.R0, 9 * i, this.t, 9);
      for (let q: i32 = 0; q < 9; q++) unchecked((this.R0[9 * i + q] = unchecked(this.t[9 + q])));
    }
  }

  override rebasePast(y: StaticArray<f64>, ydot: StaticArray<f64>): void {
    const s: StaticArray<f64> = this.s;
    for (let i: i32 = 0; i < this.nodes; i++) {
      if (unchecked(this.freedom[i]) != 6) continue;
      const o: i32 = unchecked(this.offset[i]) + 3;
      spinOf(y, o, ydot, o, s, 0);
      relativeTo(y, o, this.shift, 3 * i, s, 3);
      rateOf(s, 3, s, 0, s, 6);
      for (let p: i32 = 0; p < 3; p++) {
        unchecked((y[o + p] = unchecked(s[3 + p])));
        unchecked((ydot[o + p] = unchecked(s[6 + p])));
      }
    }
  }

  override rebaseAuxiliary(ydot: StaticArray<f64>): void {
    const s: StaticArray<f64> = this.s;
    for (let i: i32 = 0; i < this.nodes; i++) {
      if (unchecked(this.freedom[i]) != 6) continue;
      const o: i32 = unchecked(this.offset[i]) + 3;
      spinOf(this.shift, 3 * i, ydot, o, s, 0);
      for (let p: i32 = 0; p < 3; p++) unchecked((ydot[o + p] = unchecked(s[p])));
    }
  }

  /** Kinetic energy at the point of the last `residual` [J]: ½ (ẋ·β + ω·γ). */
  kinetic(): f64 {
    let sum: f64 = 0.0;
    for (let i: i32 = 0; i < this.nodes; i++) {
      if (this.freedom[i] == 0) continue;
      this.product(i);
      sum += dot(this.v, 3 * i, this.t, 0) + dot(this.w, 3 * i, this.t, 3);
    }
    return 0.5 * sum;
  }

  /** −Σ gravity · (m x + S) [J], with gravity as it is at that time. */
  potential(): f64 {
    return this.gravityFactor * this.weight();
  }

  /** Elastic energy [J]. */
  elastic(): f64 {
    let sum: f64 = 0.0;
    for (let e: i32 = 0; e < this.elements; e++) sum += this.list[e]!.elastic();
    return sum;
  }

  /** Power lost in dampers [W]. */
  dissipated(): f64 {
    let sum: f64 = 0.0;
    for (let e: i32 = 0; e < this.elements; e++) sum += this.list[e]!.dissipated();
    return sum;
  }

  /** Power brought in by drives, applied torques, given nodes that turn, and gravity that changes [W]. */
  supplied(): f64 {
    let sum: f64 = 0.0;
    for (let e: i32 = 0; e < this.elements; e++) sum += this.list[e]!.supplied();
    for (let i: i32 = 0; i < this.nodes; i++)
      if (this.freedom[i] == 0) sum -= dot(this.force, 6 * i + 3, this.w, 3 * i);
    const profile: Profile | null = this.gravityProfile;
    if (profile != null) sum += profile.rate * this.weight();
    return sum;
  }

  /** Adds f times the gradient of a constraint (x at k, φ at k + 3) to the forces on a node. */
  push(i: i32, f: f64, gradient: StaticArray<f64>, k: i32): void {
    for (let p: i32 = 0; p < 6; p++)
      unchecked((this.force[6 * i + p] += f * unchecked(gradient[k + p])));
  }

  /** Gradient · acceleration of a given node; 0 for any other. */
  givenAcceleration(i: i32, gradient: StaticArray<f64>, k: i32): f64 {
    return this.freedom[i] > 0 ? 0.0 : dot(gradient, k + 3, this.alpha, 3 * i);
  }

  /** f K, a 3×3 derivative of the force (a = 0) or torque (3) on node i by the position (b = 0) or rotation (3) of node j. */
  addByPosition(i: i32, a: i32, j: i32, b: i32, f: f64, K: StaticArray<f64>, k: i32): void {
    this.scatter(i, a, j, b, -this.c * this.c * f, K, k);
  }

  /** The same by the velocity or angular velocity of node j. */
  addByVelocity(i: i32, a: i32, j: i32, b: i32, f: f64, C: StaticArray<f64>, k: i32): void {
    if (b == 0) this.scatter(i, a, j, b, -this.c * f, C, k);
    else {
      multiply(C, k, this.turn, 9 * j, this.t, 0);
      this.scatter(i, a, j, b, -this.c * f, this.t, 0);
    }
  }

  /**
   * Row r of a joint by the gradient of node j, and what its multiplier does to that node. `rates` says that it is a constraint on
   * velocities.
   */
  addRow(block: i32, r: i32, j: i32, gradient: StaticArray<f64>, k: i32, rates: bool): void {
    const b: i32 = unchecked(this.blockOf[j]);
    if (b < 0) return;
    const n: i32 = unchecked(this.freedom[j]);
    const values: StaticArray<f64> = this.lu.values;
    const across: i32 = this.lu.block(block, b) + r * n;
    const down: i32 = this.lu.block(b, block) + r;
    const width: i32 = unchecked(this.lu.order.size[block]);
    const s: StaticArray<f64> = this.s;
    for (let p: i32 = 0; p < 3; p++) unchecked((s[p] = unchecked(gradient[k + 3 + p])));
    if (rates) applyTransposed(this.turn, 9 * j, gradient, k + 3, s, 0);
    for (let p: i32 = 0; p < 6; p++) {
      const d: i32 = unchecked(this.dof[6 * j + p]);
      if (d < 0) continue;
      unchecked((values[down + d * width] += unchecked(gradient[k + p])));
      unchecked((values[across + d] += p < 3 ? unchecked(gradient[k + p]) : unchecked(s[p - 3])));
    }
  }

  /** Adds c v to row r of a joint: what it changes by the rotation of node j. */
  addRowByRotation(block: i32, r: i32, j: i32, v: StaticArray<f64>, k: i32): void {
    const b: i32 = this.blockOf[j];
    if (b < 0) return;
    const across: i32 = this.lu.block(block, b) + r * this.freedom[j];
    for (let p: i32 = 0; p < 3; p++) {
      const d: i32 = this.dof[6 * j + 3 + p];
      if (d >= 0) this.lu.values[across + d] += this.c * v[k + p];
    }
  }

  /** Derivatives of ± the force and torque of a beam on node i by node j: slope A, ∂F/∂φ; by x, by φ. */
  addBeam(
    i: i32,
    j: i32,
    place: i32,
    sign: f64,
    slope: f64,
    A: StaticArray<f64>,
    byF: StaticArray<f64>,
    k: i32,
    momentByX: StaticArray<f64>,
    momentByPhi: StaticArray<f64>,
  ): void {
    if (place < 0) return;
    const f: f64 = -sign * this.c * this.c;
    const values: StaticArray<f64> = this.lu.values;
    for (let p: i32 = 0; p < 3; p++)
      for (let q: i32 = 0; q < 3; q++) {
        const n: i32 = 3 * p + q;
        const top: i32 = place + 6 * p + q;
        unchecked((values[top] += f * slope * unchecked(A[n])));
        unchecked((values[top + 3] += f * unchecked(byF[k + n])));
        unchecked((values[top + 18] += f * unchecked(momentByX[n])));
        unchecked((values[top + 21] += f * unchecked(momentByPhi[n])));
      }
  }

  /** −Σ gravity · (m x + S) for a factor of 1. */
  private weight(): f64 {
    let sum: f64 = 0.0;
    for (let i: i32 = 0; i < this.nodes; i++)
      for (let p: i32 = 0; p < 3; p++)
        sum -= this.gravity[p] * (this.mass[i] * this.x[3 * i + p] + this.S[3 * i + p]);
    return sum;
  }

  private place(name: string, x: f64, y: f64, z: f64, freedom: i32): i32 {
    const i: i32 = this.nodes;
    if (i == this.maxNodes) fail('mechanism: more nodes than there is room for');
    this.names[i] = name;
    this.freedom[i] = freedom;
    this.x[3 * i] = x;
    this.x[3 * i + 1] = y;
    this.x[3 * i + 2] = z;
    this.profiles[i] = null;
    this.alpha[3 * i] = 0.0;
    this.alpha[3 * i + 1] = 0.0;
    this.alpha[3 * i + 2] = 0.0;
    for (let q: i32 = 0; q < 9; q++) {
      this.R[9 * i + q] = q % 4 == 0 ? 1.0 : 0.0;
      this.turn[9 * i + q] = q % 4 == 0 ? 1.0 : 0.0;
    }
    this.nodes = i + 1;
    return i;
  }

  private planar(k: i32, theta: f64, o: StaticArray<f64>): void {
    const cosine: f64 = Math.cos(theta);
    const sine: f64 = Math.sin(theta);
    unchecked((o[k] = cosine));
    unchecked((o[k + 1] = -sine));
    unchecked((o[k + 3] = sine));
    unchecked((o[k + 4] = cosine));
  }

  /** Given nodes, and gravity, at time t. */
  private move(t: f64): void {
    const profile: Profile | null = this.gravityProfile;
    if (profile != null) {
      profile.evaluate(t);
      this.gravityFactor = profile.value;
    }
    for (let i: i32 = 0; i < this.nodes; i++) {
      if (unchecked(this.freedom[i]) > 0) continue;
      const angle: Profile | null = this.profiles[i];
      if (angle == null) continue;
      angle.evaluate(t);
      this.turnAbout(i, angle.value);
      for (let p: i32 = 0; p < 3; p++) {
        this.w[3 * i + p] = angle.rate * this.axis[3 * i + p];
        this.alpha[3 * i + p] = angle.rate2 * this.axis[3 * i + p];
      }
    }
  }

  /** R ← (cos φ I + sin φ n× + (1 − cos φ) n nᵀ) R₀. */
  private turnAbout(i: i32, phi: f64): void {
    const cosine: f64 = Math.cos(phi);
    for (let q: i32 = 0; q < 9; q++) this.t[q] = q % 4 == 0 ? cosine : 0.0;
    addSkew(Math.sin(phi), this.axis, 3 * i, this.t, 0);
    addOuter(1.0 - cosine, this.axis, 3 * i, this.axis, 3 * i, this.t, 0);
    multiply(this.t, 0, this.R0, 9 * i, this.R, 9 * i);
  }

  /** x, R, v, ω, S and J of the nodes from y and ẏ. */
  private kinematics(y: StaticArray<f64>, ydot: StaticArray<f64>): void {
    for (let i: i32 = 0; i < this.nodes; i++) {
      const n: i32 = unchecked(this.freedom[i]);
      const k: i32 = 3 * i;
      const o: i32 = unchecked(this.offset[i]);
      if (n == 6) {
        for (let p: i32 = 0; p < 3; p++) {
          unchecked((this.x[k + p] = unchecked(y[o + p])));
          unchecked((this.v[k + p] = unchecked(ydot[o + p])));
          unchecked((this.g[k + p] = unchecked(y[o + 3 + p])));
          unchecked((this.rate[k + p] = unchecked(ydot[o + 3 + p])));
        }
        rotationOf(this.g, k, this.t, 0);
        multiply(this.t, 0, this.R0, 9 * i, this.R, 9 * i);
        spinOf(this.g, k, this.rate, k, this.w, k);
        this.inertia(i);
      } else if (n == 3) {
        for (let p: i32 = 0; p < 2; p++) {
          unchecked((this.x[k + p] = unchecked(y[o + p])));
          unchecked((this.v[k + p] = unchecked(ydot[o + p])));
        }
        unchecked((this.w[k + 2] = unchecked(ydot[o + 2])));
        this.planar(9 * i, unchecked(y[o + 2]), this.R);
        this.inertia(i);
      }
      for (let p: i32 = 0; p < 6; p++) {
        const d: i32 = unchecked(this.dof[6 * i + p]);
        if (n > 0) unchecked((this.momentum[6 * i + p] = d < 0 ? 0.0 : unchecked(y[o + n + d])));
      }
    }
  }

  /** v and ω ← themselves − M⁻¹ Φ_xᵀ μ, so that Φ̇ = 0. */
  private fitVelocities(t: f64): void {
    const b: StaticArray<f64> = this.right;
    for (let j: i32 = 0; j < this.joints; j++) this.jointList[j]!.lambda.fill(0.0);
    this.collect(t);
    this.c = 0.0;
    this.lu.clear();
    for (let i: i32 = 0; i < this.nodes; i++) this.assembleNode(i);
    for (let e: i32 = 0; e < this.elements; e++) this.list[e]!.tangent(this);
    if (!this.lu.factor()) fail(this.complaint(-1));
    b.fill(0.0);
    for (let j: i32 = 0; j < this.joints; j++) {
      const joint: Joint = this.jointList[j]!;
      joint.rates(this);
      for (let q: i32 = 0; q < joint.rows; q++) b[this.lu.row[joint.block] + q] = -joint.bias[q];
    }
    this.lu.solve(b);
    for (let i: i32 = 0; i < this.nodes; i++) {
      if (this.freedom[i] == 0) continue;
      const row: i32 = this.lu.row[this.blockOf[i]];
      for (let p: i32 = 0; p < 3; p++) {
        const d: i32 = this.dof[6 * i + p];
        const e: i32 = this.dof[6 * i + 3 + p];
        if (d >= 0) this.v[3 * i + p] = this.v[3 * i + p] + b[row + d];
        if (e >= 0) this.w[3 * i + p] = this.w[3 * i + p] + b[row + e];
      }
    }
  }

  /** v and ω of a node from its momenta: (J + S× S×/m) ω = γ − S × β/m, v = (β + S × ω)/m. */
  private velocityOf(i: i32): void {
    const t: StaticArray<f64> = this.t;
    const k: i32 = 3 * i;
    const inverse: f64 = 1.0 / this.mass[i];
    for (let q: i32 = 0; q < 9; q++) t[q] = this.J[9 * i + q];
    addSkewSkew(inverse, this.S, k, this.S, k, t, 0);
    cross(this.S, k, this.momentum, 6 * i, t, 9);
    for (let p: i32 = 0; p < 3; p++) t[9 + p] = this.momentum[6 * i + 3 + p] - inverse * t[9 + p];
    if (this.freedom[i] == 3) this.w[k + 2] = t[11] / t[8];
    else {
      // Cramer's rule: the rows of t, a symmetric matrix, are its columns.
      cross(t, 3, t, 6, t, 12);
      cross(t, 6, t, 0, t, 15);
      cross(t, 0, t, 3, t, 18);
      const determinant: f64 = dot(t, 0, t, 12);
      for (let p: i32 = 0; p < 3; p++) this.w[k + p] = dot(t, 12 + 3 * p, t, 9) / determinant;
    }
    cross(this.S, k, this.w, k, t, 0);
    for (let p: i32 = 0; p < 3; p++) this.v[k + p] = inverse * (this.momentum[6 * i + p] + t[p]);
    if (this.freedom[i] == 3) this.v[k + 2] = 0.0;
  }

  private setRates(i: i32, ydot: StaticArray<f64>): void {
    const o: i32 = this.offset[i];
    ydot[o] = this.v[3 * i];
    ydot[o + 1] = this.v[3 * i + 1];
    if (this.freedom[i] == 3) {
      ydot[o + 2] = this.w[3 * i + 2];
      return;
    }
    ydot[o + 2] = this.v[3 * i + 2];
    rateOf(this.g, 3 * i, this.w, 3 * i, this.s, 0);
    for (let p: i32 = 0; p < 3; p++) ydot[o + 3 + p] = this.s[p];
  }

  /** t ← what β̇ and γ̇ + ẋ × β are without accelerations: ω × (ω × S), ω × J ω. */
  private drift(i: i32): void {
    const t: StaticArray<f64> = this.t;
    cross(this.w, 3 * i, this.S, 3 * i, t, 6);
    cross(this.w, 3 * i, t, 6, t, 0);
    apply(this.J, 9 * i, this.w, 3 * i, t, 6);
    cross(this.w, 3 * i, t, 6, t, 3);
  }

  /** S and J in space. */
  private inertia(i: i32): void {
    apply(this.R, 9 * i, this.S0, 3 * i, this.S, 3 * i);
    multiply(this.R, 9 * i, this.J0, 9 * i, this.t, 0);
    multiplyTransposed(this.t, 0, this.R, 9 * i, this.J, 9 * i);
  }

  /** Forces and torques on all nodes. */
  private collect(t: f64): void {
    const force: StaticArray<f64> = this.force;
    const s: StaticArray<f64> = this.s;
    for (let p: i32 = 0; p < 3; p++) unchecked((s[p] = this.gravityFactor * unchecked(this.gravity[p])));
    for (let i: i32 = 0; i < this.nodes; i++) {
      for (let p: i32 = 0; p < 3; p++) unchecked((force[6 * i + p] = unchecked(this.mass[i]) * unchecked(s[p])));
      cross(this.S, 3 * i, s, 0, force, 6 * i + 3);
    }
    for (let e: i32 = 0; e < this.elements; e++) unchecked(this.list[e])!.forces(this, t);
  }

  /** t ← (m v + ω × S, S × v + J ω) of a node. */
  private product(i: i32): void {
    const t: StaticArray<f64> = this.t;
    const m: f64 = unchecked(this.mass[i]);
    cross(this.w, 3 * i, this.S, 3 * i, t, 0);
    for (let p: i32 = 0; p < 3; p++) unchecked((t[p] += m * unchecked(this.v[3 * i + p])));
    cross(this.S, 3 * i, this.v, 3 * i, t, 3);
    apply(this.J, 9 * i, this.w, 3 * i, t, 6);
    for (let p: i32 = 0; p < 3; p++) unchecked((t[3 + p] += unchecked(t[6 + p])));
  }

  /** Residuals of the nodes. */
  private balance(ydot: StaticArray<f64>, r: StaticArray<f64>): void {
    const t: StaticArray<f64> = this.t;
    for (let i: i32 = 0; i < this.nodes; i++) {
      const n: i32 = unchecked(this.freedom[i]);
      if (n == 0) continue;
      const o: i32 = unchecked(this.offset[i]);
      this.product(i);
      cross(this.v, 3 * i, this.momentum, 6 * i, t, 6);
      for (let p: i32 = 0; p < 6; p++) {
        const d: i32 = unchecked(this.dof[6 * i + p]);
        if (d < 0) continue;
        unchecked((r[o + d] = unchecked(this.momentum[6 * i + p]) - unchecked(t[p])));
        const turning: f64 = p < 3 ? 0.0 : unchecked(t[3 + p]);
        unchecked((r[o + n + d] = unchecked(ydot[o + n + d]) + turning - unchecked(this.force[6 * i + p])));
      }
    }
  }

  /**
   * A of (β, γ) by Δu, and the node's own block of the matrix:
   *
   *     A = [ m I,  −S× (I + cW) − c ω× S× ;  S×,  J (I + cW) + c (ẋ× S× − (Jω)× + J ω×) ]
   *     rows of β: A_β + c² ∂f/∂…,   rows of γ: A_γ + c ẋ× A_β − c β× on Δẋ
   */
  private assembleNode(i: i32): void {
    const n: i32 = unchecked(this.freedom[i]);
    if (n == 0) return;
    const c: f64 = this.c;
    const t: StaticArray<f64> = this.t;
    const k: i32 = 3 * i;
    const turn: i32 = 9 * i;
    if (n == 6) {
      // W = ∂(G ġ)/∂g G⁻¹
      spinByParameters(this.g, k, this.rate, k, t, 0);
      inverseRateMatrix(this.g, k, t, 9);
      multiply(t, 0, t, 9, this.turn, turn);
      for (let q: i32 = 0; q < 9; q++)
        unchecked((this.turn[turn + q] = c * unchecked(this.turn[turn + q]) + (q % 4 == 0 ? 1.0 : 0.0)));
    }
    const A: i32 = 36 * i;
    for (let q: i32 = 0; q < 36; q++) unchecked((this.A[A + q] = 0.0));
    for (let p: i32 = 0; p < 3; p++) unchecked((this.A[A + 7 * p] = unchecked(this.mass[i])));
    // A_βψ
    skewMultiply(this.S, k, this.turn, turn, t, 0);
    for (let q: i32 = 0; q < 9; q++) unchecked((t[9 + q] = -unchecked(t[q])));
    addSkewSkew(-c, this.w, k, this.S, k, t, 9);
    this.part(t, 9, A, 0, 3);
    // A_γx
    for (let q: i32 = 0; q < 9; q++) unchecked((t[q] = 0.0));
    addSkew(1.0, this.S, k, t, 0);
    this.part(t, 0, A, 3, 0);
    // A_γψ
    multiply(this.J, turn, this.turn, turn, t, 0);
    addSkewSkew(c, this.v, k, this.S, k, t, 0);
    apply(this.J, turn, this.w, k, t, 27);
    addSkew(-c, t, 27, t, 0);
    for (let q: i32 = 0; q < 9; q++) unchecked((t[9 + q] = 0.0));
    addSkew(c, this.w, k, t, 9);
    multiply(this.J, turn, t, 9, t, 18);
    addMatrix(1.0, t, 18, t, 0);
    this.part(t, 0, A, 3, 3);
    this.scatterNode(i, n);
    // Gravity's torque S × g changes with S: −g× δS = g× S× δφ
    for (let p: i32 = 0; p < 3; p++) unchecked((t[27 + p] = this.gravityFactor * unchecked(this.gravity[p])));
    for (let q: i32 = 0; q < 9; q++) unchecked((t[q] = 0.0));
    addSkewSkew(1.0, t, 27, this.S, k, t, 0);
    this.scatter(i, 3, i, 3, -c * c, t, 0);
  }

  private part(from: StaticArray<f64>, k: i32, A: i32, row: i32, column: i32): void {
    for (let p: i32 = 0; p < 3; p++)
      for (let q: i32 = 0; q < 3; q++)
        unchecked((this.A[A + 6 * (row + p) + column + q] = unchecked(from[k + 3 * p + q])));
  }

  private scatterNode(i: i32, n: i32): void {
    const values: StaticArray<f64> = this.lu.values;
    const place: i32 = unchecked(this.lu.diagonal[this.blockOf[i]]);
    const c: f64 = this.c;
    const A: i32 = 36 * i;
    const vx: f64 = c * unchecked(this.v[3 * i]);
    const vy: f64 = c * unchecked(this.v[3 * i + 1]);
    const vz: f64 = c * unchecked(this.v[3 * i + 2]);
    for (let q: i32 = 0; q < 6; q++) {
      const d: i32 = unchecked(this.dof[6 * i + q]);
      if (d < 0) continue;
      const a: f64 = unchecked(this.A[A + q]);
      const b: f64 = unchecked(this.A[A + 6 + q]);
      const e: f64 = unchecked(this.A[A + 12 + q]);
      this.put(values, place, i, n, 0, d, a);
      this.put(values, place, i, n, 1, d, b);
      this.put(values, place, i, n, 2, d, e);
      this.put(values, place, i, n, 3, d, unchecked(this.A[A + 18 + q]) + vy * e - vz * b);
      this.put(values, place, i, n, 4, d, unchecked(this.A[A + 24 + q]) + vz * a - vx * e);
      this.put(values, place, i, n, 5, d, unchecked(this.A[A + 30 + q]) + vx * b - vy * a);
    }
    for (let q: i32 = 0; q < 9; q++) unchecked((this.t[q] = 0.0));
    addSkew(-c, this.momentum, 6 * i, this.t, 0);
    this.scatter(i, 3, i, 0, 1.0, this.t, 0);
  }

  private put(values: StaticArray<f64>, place: i32, i: i32, n: i32, p: i32, d: i32, value: f64): void {
    const row: i32 = unchecked(this.dof[6 * i + p]);
    if (row >= 0) unchecked((values[place + n * row + d] += value));
  }

  private scatter(i: i32, a: i32, j: i32, b: i32, f: f64, K: StaticArray<f64>, k: i32): void {
    const place: i32 = this.placeOf(i, j);
    if (place < 0) return;
    const n: i32 = unchecked(this.freedom[j]);
    for (let p: i32 = 0; p < 3; p++) {
      const row: i32 = unchecked(this.dof[6 * i + a + p]);
      if (row < 0) continue;
      for (let q: i32 = 0; q < 3; q++) {
        const column: i32 = unchecked(this.dof[6 * j + b + q]);
        if (column >= 0)
          unchecked((this.lu.values[place + n * row + column] += f * unchecked(K[k + 3 * p + q])));
      }
    }
  }

  /** Δẋ, Δġ and Δ(β̇, γ̇) of a node from Δu: c Δ(β̇, γ̇) = A Δu − (residual of the momenta). */
  private expand(i: i32, r: StaticArray<f64>): void {
    const n: i32 = unchecked(this.freedom[i]);
    const o: i32 = unchecked(this.offset[i]);
    const row: i32 = unchecked(this.lu.row[this.blockOf[i]]);
    const b: StaticArray<f64> = this.right;
    const inverse: f64 = 1.0 / this.c;
    for (let p: i32 = 0; p < 6; p++) {
      const d: i32 = unchecked(this.dof[6 * i + p]);
      if (d < 0) continue;
      let sum: f64 = -unchecked(r[o + d]);
      for (let q: i32 = 0; q < 6; q++) {
        const e: i32 = unchecked(this.dof[6 * i + q]);
        if (e >= 0) sum += unchecked(this.A[36 * i + 6 * p + q]) * unchecked(b[row + e]);
      }
      unchecked((r[o + n + d] = inverse * sum));
    }
    for (let d: i32 = 0; d < n; d++) unchecked((r[o + d] = unchecked(b[row + d])));
    if (n == 6) {
      rateOf(this.g, 3 * i, b, row + 3, this.s, 0);
      for (let p: i32 = 0; p < 3; p++) unchecked((r[o + 3 + p] = unchecked(this.s[p])));
    }
  }
}
