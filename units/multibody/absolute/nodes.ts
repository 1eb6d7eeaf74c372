import { fail } from 'fmukit/author';
import {
  addOuter,
  addSkew,
  addSkewSkew,
  apply,
  applyTransposed,
  cross,
  dot,
  multiply,
  multiplyTransposed,
} from './algebra';
import { rateOf, relativeTo, rotationOf, spinOf } from './cayley';
import { Profile } from './profile';

/**
 * The nodes of a mechanism and the bodies on them:
 *
 *     R = R(g) R₀,   ω = G(g) ġ,   β = m ẋ + ω × S,   γ = S × ẋ + J ω,   S = m b
 *
 * with R₀ the orientation at the beginning of the step, b from the node to the centre of mass, J
 * about the node. A node has twelve unknowns in y (x, g, β, γ), a planar one six (x, y, θ and their
 * momenta). A prescribed node has no unknowns: the ground, or a node that follows a profile. Arrays
 * hold three, six or nine numbers a node.
 */
export class Nodes {
  /** Number of nodes, including prescribed ones. Unknowns of the mechanism, including joints. */
  count: i32 = 0;
  unknowns: i32 = 0;
  /**
   * Positions [m], orientations, velocities [m/s], angular velocities [rad/s], forces and torques
   * [N, N m].
   */
  readonly x: StaticArray<f64>;
  /**
   * Displacements since the start [m], the coordinates in y. Their differences keep digits that
   * positions would lose.
   */
  readonly u: StaticArray<f64>;
  readonly R: StaticArray<f64>;
  readonly v: StaticArray<f64>;
  readonly w: StaticArray<f64>;
  readonly force: StaticArray<f64>;
  /** Masses [kg], S = m b [kg m] and J about the node [kg m²] in space, then β and γ. */
  readonly mass: StaticArray<f64>;
  readonly S: StaticArray<f64>;
  readonly J: StaticArray<f64>;
  readonly momentum: StaticArray<f64>;
  /** g and ġ as last evaluated. */
  readonly g: StaticArray<f64>;
  readonly rate: StaticArray<f64>;
  /**
   * Number of coordinates of each node (0, 3, 6), their indices among x and φ or −1, and the first
   * unknown in y.
   */
  readonly freedom: StaticArray<i32>;
  readonly dof: StaticArray<i32>;
  readonly offset: StaticArray<i32>;
  readonly complaints: StaticArray<string>;
  /** Acceleration of gravity [m/s²] at the time evaluated is factor times this. */
  readonly gravity: StaticArray<f64> = new StaticArray<f64>(3);
  gravityFactor: f64 = 1.0;
  private gravityProfile: Profile | null = null;
  /**
   * Orientations R₀, x at the start, S and J in the node's frame, and the amounts that `rebase`
   * subtracted.
   */
  private R0: StaticArray<f64>;
  private x0: StaticArray<f64>;
  private S0: StaticArray<f64>;
  private J0: StaticArray<f64>;
  private shift: StaticArray<f64>;
  /** Profiles and axes of given nodes that move. */
  private profiles: StaticArray<Profile | null>;
  private axis: StaticArray<f64>;
  /** Accelerations of given nodes, and of the others after `accelerate` [m/s², rad/s²]. */
  private a: StaticArray<f64>;
  private alpha: StaticArray<f64>;
  /** m v + ω × S, S × v + J ω and workspace of `product`. */
  readonly t: StaticArray<f64> = new StaticArray<f64>(36);
  private s: StaticArray<f64> = new StaticArray<f64>(9);

  /** @param most nodes that there is room for */
  constructor(readonly most: i32) {
    const n: i32 = most;
    this.x = new StaticArray<f64>(3 * n);
    this.u = new StaticArray<f64>(3 * n);
    this.x0 = new StaticArray<f64>(3 * n);
    this.R = new StaticArray<f64>(9 * n);
    this.v = new StaticArray<f64>(3 * n);
    this.w = new StaticArray<f64>(3 * n);
    this.force = new StaticArray<f64>(6 * n);
    this.mass = new StaticArray<f64>(n);
    this.S = new StaticArray<f64>(3 * n);
    this.J = new StaticArray<f64>(9 * n);
    this.momentum = new StaticArray<f64>(6 * n);
    this.g = new StaticArray<f64>(3 * n);
    this.rate = new StaticArray<f64>(3 * n);
    this.freedom = new StaticArray<i32>(n);
    this.dof = new StaticArray<i32>(6 * n);
    this.offset = new StaticArray<i32>(n);
    this.complaints = new StaticArray<string>(n);
    this.R0 = new StaticArray<f64>(9 * n);
    this.S0 = new StaticArray<f64>(3 * n);
    this.J0 = new StaticArray<f64>(9 * n);
    this.shift = new StaticArray<f64>(3 * n);
    this.profiles = new StaticArray<Profile | null>(n);
    this.axis = new StaticArray<f64>(3 * n);
    this.a = new StaticArray<f64>(3 * n);
    this.alpha = new StaticArray<f64>(3 * n);
  }

  /** Forgets everything. */
  clear(): void {
    this.count = 0;
    this.unknowns = 0;
    this.gravityProfile = null;
    this.gravityFactor = 1.0;
    this.gravity.fill(0.0);
    this.mass.fill(0.0);
    this.S0.fill(0.0);
    this.J0.fill(0.0);
    this.S.fill(0.0);
    this.v.fill(0.0);
    this.w.fill(0.0);
    this.g.fill(0.0);
    this.rate.fill(0.0);
  }

  /**
   * Adds a node at (x, y, z) [m] with the frame of space, and returns its number. `turnNode` sets
   * another frame. `complaint` is the text for messages about the node.
   */
  addNode(complaint: string, x: f64, y: f64, z: f64): i32 {
    const i: i32 = this.place(complaint, x, y, z, 6);
    for (let k: i32 = 0; k < 6; k++) this.dof[6 * i + k] = k;
    return i;
  }

  /** A node that stays in its plane z: x, y [m] and an angle θ [rad]. */
  addPlanarNode(complaint: string, x: f64, y: f64, theta: f64): i32 {
    const i: i32 = this.place(complaint, x, y, 0.0, 3);
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

  /** θ of a planar node [rad], of any number of turns. */
  angle(i: i32): f64 {
    return this.g[3 * i + 2];
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

  /**
   * Adds a body to a node: mass [kg], centre of mass in the node's frame [m], principal inertias
   * about it [kg m²].
   */
  addMass(i: i32, m: f64, bx: f64, by: f64, bz: f64, J1: f64, J2: f64, J3: f64): void {
    if (!(m > 0.0))
      fail('mechanism: a body has a mass that is not positive; give every body a positive mass');
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

  /** Numbers the unknowns, and takes the frames as they are for R₀. */
  close(): void {
    for (let i: i32 = 0; i < this.count; i++) {
      for (let q: i32 = 0; q < 9; q++) this.R0[9 * i + q] = this.R[9 * i + q];
      this.offset[i] = this.unknowns;
      this.unknowns += 2 * this.freedom[i];
      if (this.freedom[i] > 0 && !(this.mass[i] > 0.0))
        fail('mechanism: a node has no mass; add a body to every node that moves');
      this.inertia(i);
    }
  }

  /** Place of so many more unknowns in y. */
  reserve(rows: i32): i32 {
    const at: i32 = this.unknowns;
    this.unknowns += rows;
    return at;
  }

  /** Coordinates and momenta to y. */
  write(y: StaticArray<f64>): void {
    for (let i: i32 = 0; i < this.count; i++)
      if (this.freedom[i] == 3) y[this.offset[i] + 2] = this.shift[3 * i];
    this.writeMomenta(y);
  }

  writeMomenta(y: StaticArray<f64>): void {
    for (let i: i32 = 0; i < this.count; i++) {
      const n: i32 = this.freedom[i];
      if (n == 0) continue;
      this.product(i);
      for (let p: i32 = 0; p < 6; p++) {
        const d: i32 = this.dof[6 * i + p];
        if (d >= 0) y[this.offset[i] + n + d] = this.t[p];
      }
    }
  }

  /** Adds the small displacement and rotation at b[row] to a node's coordinates in y. */
  displace(i: i32, b: StaticArray<f64>, row: i32, y: StaticArray<f64>): void {
    const o: i32 = this.offset[i];
    const n: i32 = this.freedom[i];
    for (let d: i32 = 0; d < (n == 6 ? 3 : n); d++) y[o + d] += b[row + d];
    if (n != 6) return;
    rateOf(this.g, 3 * i, b, row + 3, this.s, 0);
    for (let p: i32 = 0; p < 3; p++) y[o + 3 + p] += this.s[p];
  }

  /** Given nodes, and gravity, at time t. */
  move(t: f64): void {
    const profile: Profile | null = this.gravityProfile;
    if (profile != null) {
      profile.evaluate(t);
      this.gravityFactor = profile.value;
    }
    for (let i: i32 = 0; i < this.count; i++) {
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

  /** x, R, v, ω, S and J of the nodes from y and ẏ. */
  kinematics(y: StaticArray<f64>, ydot: StaticArray<f64>): void {
    for (let i: i32 = 0; i < this.count; i++) {
      const n: i32 = unchecked(this.freedom[i]);
      const k: i32 = 3 * i;
      const o: i32 = unchecked(this.offset[i]);
      if (n == 6) {
        for (let p: i32 = 0; p < 3; p++) {
          unchecked((this.u[k + p] = unchecked(y[o + p])));
          unchecked((this.x[k + p] = unchecked(this.x0[k + p]) + unchecked(y[o + p])));
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
          unchecked((this.u[k + p] = unchecked(y[o + p])));
          unchecked((this.x[k + p] = unchecked(this.x0[k + p]) + unchecked(y[o + p])));
          unchecked((this.v[k + p] = unchecked(ydot[o + p])));
        }
        unchecked((this.g[k + 2] = unchecked(y[o + 2])));
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

  /** Forces and torques of gravity on all nodes. The others add to them. */
  weigh(): void {
    const force: StaticArray<f64> = this.force;
    const s: StaticArray<f64> = this.s;
    for (let p: i32 = 0; p < 3; p++) unchecked((s[p] = this.gravityFactor * unchecked(this.gravity[p])));
    for (let i: i32 = 0; i < this.count; i++) {
      for (let p: i32 = 0; p < 3; p++)
        unchecked((force[6 * i + p] = unchecked(this.mass[i]) * unchecked(s[p])));
      cross(this.S, 3 * i, s, 0, force, 6 * i + 3);
    }
  }

  /** v, ω += what stands at b[row]. */
  addVelocity(i: i32, b: StaticArray<f64>, row: i32): void {
    for (let p: i32 = 0; p < 3; p++) {
      const d: i32 = this.dof[6 * i + p];
      const e: i32 = this.dof[6 * i + 3 + p];
      if (d >= 0) this.v[3 * i + p] = this.v[3 * i + p] + b[row + d];
      if (e >= 0) this.w[3 * i + p] = this.w[3 * i + p] + b[row + e];
    }
  }

  /** β̇ and γ̇ of a node from the forces on it: f, τ − ẋ × β. */
  setForces(i: i32, ydot: StaticArray<f64>): void {
    const n: i32 = this.freedom[i];
    cross(this.v, 3 * i, this.momentum, 6 * i, this.s, 0);
    for (let k: i32 = 0; k < 6; k++) {
      const d: i32 = this.dof[6 * i + k];
      if (d >= 0) ydot[this.offset[i] + n + d] = this.force[6 * i + k] - (k < 3 ? 0.0 : this.s[k - 3]);
    }
  }

  /** t ← (m v + ω × S, S × v + J ω) of a node. */
  product(i: i32): void {
    const t: StaticArray<f64> = this.t;
    const m: f64 = unchecked(this.mass[i]);
    cross(this.w, 3 * i, this.S, 3 * i, t, 0);
    for (let p: i32 = 0; p < 3; p++) unchecked((t[p] += m * unchecked(this.v[3 * i + p])));
    cross(this.S, 3 * i, this.v, 3 * i, t, 3);
    apply(this.J, 9 * i, this.w, 3 * i, t, 6);
    for (let p: i32 = 0; p < 3; p++) unchecked((t[3 + p] += unchecked(t[6 + p])));
  }

  /** v and ω of a node from its momenta. */
  velocityOf(i: i32): void {
    this.divide(i, this.momentum, 6 * i);
    for (let p: i32 = 0; p < 3; p++) {
      this.v[3 * i + p] = this.t[21 + p];
      this.w[3 * i + p] = this.t[24 + p];
    }
  }

  /** Computes a and ω̇ of all moving nodes from the momenta rates in ẏ. */
  accelerate(ydot: StaticArray<f64>): void {
    for (let i: i32 = 0; i < this.count; i++) {
      if (unchecked(this.freedom[i]) == 0) continue;
      this.accelerationOf(i, ydot, this.s);
      for (let p: i32 = 0; p < 3; p++) {
        unchecked((this.a[3 * i + p] = unchecked(this.s[p])));
        unchecked((this.alpha[3 * i + p] = unchecked(this.t[24 + p])));
      }
    }
  }

  /** Returns gradient · acceleration of a moving node, or 0 for a prescribed one. */
  freeAcceleration(i: i32, gradient: StaticArray<f64>, k: i32): f64 {
    if (unchecked(this.freedom[i]) == 0) return 0.0;
    return dot(gradient, k, this.a, 3 * i) + dot(gradient, k + 3, this.alpha, 3 * i);
  }

  /** o ← acceleration of a node [m/s²] from the momenta rates in ẏ. */
  accelerationOf(i: i32, ydot: StaticArray<f64>, o: StaticArray<f64>): void {
    const n: i32 = this.freedom[i];
    const t: StaticArray<f64> = this.t;
    this.drift(i);
    cross(this.v, 3 * i, this.momentum, 6 * i, t, 6);
    for (let p: i32 = 0; p < 6; p++) {
      const d: i32 = this.dof[6 * i + p];
      const turning: f64 = p < 3 ? 0.0 : t[3 + p];
      t[27 + p] = d < 0 ? 0.0 : ydot[this.offset[i] + n + d] + turning - t[p];
    }
    this.divide(i, t, 27);
    for (let p: i32 = 0; p < 3; p++) o[p] = t[21 + p];
  }

  /** t[21 …] ← M⁻¹ (p, l) of a node: (J + S× S×/m) ω = l − S × p/m, v = (p + S × ω)/m. */
  private divide(i: i32, momentum: StaticArray<f64>, at: i32): void {
    const t: StaticArray<f64> = this.t;
    const k: i32 = 3 * i;
    const inverse: f64 = 1.0 / this.mass[i];
    for (let q: i32 = 0; q < 9; q++) t[q] = this.J[9 * i + q];
    addSkewSkew(inverse, this.S, k, this.S, k, t, 0);
    cross(this.S, k, momentum, at, t, 9);
    for (let p: i32 = 0; p < 3; p++) t[9 + p] = momentum[at + 3 + p] - inverse * t[9 + p];
    t[24] = 0.0;
    t[25] = 0.0;
    if (this.freedom[i] == 3) t[26] = t[11] / t[8];
    else {
      // Cramer's rule: the rows of t, a symmetric matrix, are its columns.
      cross(t, 3, t, 6, t, 12);
      cross(t, 6, t, 0, t, 15);
      cross(t, 0, t, 3, t, 18);
      const determinant: f64 = dot(t, 0, t, 12);
      for (let p: i32 = 0; p < 3; p++) t[24 + p] = dot(t, 12 + 3 * p, t, 9) / determinant;
    }
    cross(this.S, k, t, 24, t, 0);
    for (let p: i32 = 0; p < 3; p++) t[21 + p] = inverse * (momentum[at + p] + t[p]);
    if (this.freedom[i] == 3) t[23] = 0.0;
  }

  /** ẋ and ġ of a node from v and ω. */
  setRates(i: i32, ydot: StaticArray<f64>): void {
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
  drift(i: i32): void {
    const t: StaticArray<f64> = this.t;
    cross(this.w, 3 * i, this.S, 3 * i, t, 6);
    cross(this.w, 3 * i, t, 6, t, 0);
    apply(this.J, 9 * i, this.w, 3 * i, t, 6);
    cross(this.w, 3 * i, t, 6, t, 3);
  }

  /** Residuals of the nodes. */
  balance(ydot: StaticArray<f64>, r: StaticArray<f64>): void {
    const t: StaticArray<f64> = this.t;
    for (let i: i32 = 0; i < this.count; i++) {
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

  /** Makes the orientations at (y, ẏ) the new R₀, with g = 0 and ġ = ω. */
  rebase(y: StaticArray<f64>, ydot: StaticArray<f64>): void {
    const s: StaticArray<f64> = this.s;
    for (let i: i32 = 0; i < this.count; i++) {
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

  /** Expresses g and ġ of an earlier point in the new R₀. */
  rebasePast(y: StaticArray<f64>, ydot: StaticArray<f64>): void {
    const s: StaticArray<f64> = this.s;
    for (let i: i32 = 0; i < this.count; i++) {
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

  /** Re-expresses a combination of derivatives at the point that became the origin. */
  rebaseAuxiliary(ydot: StaticArray<f64>): void {
    const s: StaticArray<f64> = this.s;
    for (let i: i32 = 0; i < this.count; i++) {
      if (unchecked(this.freedom[i]) != 6) continue;
      const o: i32 = unchecked(this.offset[i]) + 3;
      spinOf(this.shift, 3 * i, ydot, o, s, 0);
      for (let p: i32 = 0; p < 3; p++) unchecked((ydot[o + p] = unchecked(s[p])));
    }
  }

  /** Kinetic energy at the point of the last `residual` [J]: ½ (ẋ·β + ω·γ). */
  kinetic(): f64 {
    let sum: f64 = 0.0;
    for (let i: i32 = 0; i < this.count; i++) {
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

  /** Power that given nodes that turn, and gravity that changes, bring in [W]. */
  supplied(): f64 {
    let sum: f64 = 0.0;
    for (let i: i32 = 0; i < this.count; i++)
      if (this.freedom[i] == 0) sum -= dot(this.force, 6 * i + 3, this.w, 3 * i);
    const profile: Profile | null = this.gravityProfile;
    if (profile != null) sum += profile.rate * this.weight();
    return sum;
  }

  /** Adds f times the gradient of a constraint (x at k, φ at k + 3) to the forces on a node. */
  push(i: i32, f: f64, gradient: StaticArray<f64>, k: i32): void {
    for (let p: i32 = 0; p < 6; p++) unchecked((this.force[6 * i + p] += f * unchecked(gradient[k + p])));
  }

  /** Returns gradient · acceleration of a prescribed node, or 0 for any other. */
  givenAcceleration(i: i32, gradient: StaticArray<f64>, k: i32): f64 {
    return this.freedom[i] > 0 ? 0.0 : dot(gradient, k + 3, this.alpha, 3 * i);
  }

  /** −Σ gravity · (m x + S) for a factor of 1. */
  private weight(): f64 {
    let sum: f64 = 0.0;
    for (let i: i32 = 0; i < this.count; i++)
      for (let p: i32 = 0; p < 3; p++)
        sum -= this.gravity[p] * (this.mass[i] * this.x[3 * i + p] + this.S[3 * i + p]);
    return sum;
  }

  private place(complaint: string, x: f64, y: f64, z: f64, freedom: i32): i32 {
    const i: i32 = this.count;
    if (i == this.most) fail('mechanism: more nodes than there is room for');
    this.complaints[i] = complaint;
    this.freedom[i] = freedom;
    this.x[3 * i] = x;
    this.x[3 * i + 1] = y;
    this.x[3 * i + 2] = z;
    for (let p: i32 = 0; p < 3; p++) {
      this.x0[3 * i + p] = this.x[3 * i + p];
      this.u[3 * i + p] = 0.0;
    }
    this.profiles[i] = null;
    this.alpha[3 * i] = 0.0;
    this.alpha[3 * i + 1] = 0.0;
    this.alpha[3 * i + 2] = 0.0;
    for (let q: i32 = 0; q < 9; q++) this.R[9 * i + q] = q % 4 == 0 ? 1.0 : 0.0;
    this.count = i + 1;
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

  /** R ← (cos φ I + sin φ n× + (1 − cos φ) n nᵀ) R₀. */
  private turnAbout(i: i32, phi: f64): void {
    const cosine: f64 = Math.cos(phi);
    for (let q: i32 = 0; q < 9; q++) this.t[q] = q % 4 == 0 ? cosine : 0.0;
    addSkew(Math.sin(phi), this.axis, 3 * i, this.t, 0);
    addOuter(1.0 - cosine, this.axis, 3 * i, this.axis, 3 * i, this.t, 0);
    multiply(this.t, 0, this.R0, 9 * i, this.R, 9 * i);
  }

  /** S and J in space. */
  private inertia(i: i32): void {
    apply(this.R, 9 * i, this.S0, 3 * i, this.S, 3 * i);
    multiply(this.R, 9 * i, this.J0, 9 * i, this.t, 0);
    multiplyTransposed(this.t, 0, this.R, 9 * i, this.J, 9 * i);
  }
}
