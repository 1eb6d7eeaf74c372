import { addSkew, addSkewSkew, apply, applyTransposed, cross, dot } from './algebra';
import { Element } from './flexible-element';
import { Nodes } from './nodes';
import { Profile } from './profile';
import { Tangent } from './tangent';

/** Kinds of rows. */
const along: i32 = 0;
const square: i32 = 1;
const spin: i32 = 2;

/**
 * Level at which a position constraint is enforced: itself (index 3), its first derivative (index
 * 2) or its second derivative (index 1).
 */
export enum Level {
  positions = 1,
  velocities = 2,
  accelerations = 3,
}

/**
 * A joint between nodes a and b, with up to six scalar constraints on frames that are fixed in the
 * nodes:
 *
 *     along    q_a · (x_b + s_b − x_a − s_a) = 0      no displacement along a direction of a
 *     square   d_a · e_b = 0                          two directions stay perpendicular
 *     spin     a_a · (ω_b − ω_a) = Ω(t)               a prescribed relative angular velocity
 *
 * s = R p are the arms to the joint. The multipliers λ are forces [N] and torques [N m] that act on
 * b as −Φ_xᵀ λ. With the virtual rotations δφ of the nodes, h = x_b + s_b − x_a and n = d × e:
 *
 *     δΦ = q · (δx_b − δx_a) + (s_b × q) · δφ_b + (q × h) · δφ_a
 *     δΦ = n · (δφ_a − δφ_b),    δΦ = a · (δω_b − δω_a) + …
 */
export class Joint extends Element {
  /** Rows in use, their block in the matrix, and where their multipliers stand in y. */
  rows: i32 = 0;
  block: i32 = 0;
  offset: i32 = 0;
  /** Nodes. */
  a: i32 = 0;
  b: i32 = 0;
  /** λ [N, N m], Φ [m, 1, rad/s] and Φ̈ − Φ_x ẍ as `forces` left them. */
  readonly lambda: StaticArray<f64> = new StaticArray<f64>(6);
  readonly phi: StaticArray<f64> = new StaticArray<f64>(6);
  readonly bias: StaticArray<f64> = new StaticArray<f64>(6);
  /** Φ̇, or Φ̈, of rows that it holds in place of Φ = 0. */
  private rate: StaticArray<f64> = new StaticArray<f64>(6);
  /** Level at which the constraints are enforced. */
  level: Level = Level.positions;
  /** Drives of rows of kind spin. */
  private drive: Profile | null = null;
  private kind: StaticArray<i32> = new StaticArray<i32>(6);
  /** Directions in the frames of a and b, arms in them. The same in space. */
  private inA: StaticArray<f64> = new StaticArray<f64>(18);
  private inB: StaticArray<f64> = new StaticArray<f64>(18);
  private arms: StaticArray<f64> = new StaticArray<f64>(6);
  private u: StaticArray<f64> = new StaticArray<f64>(3);
  private w: StaticArray<f64> = new StaticArray<f64>(3);
  private s: StaticArray<f64> = new StaticArray<f64>(6);
  private h: StaticArray<f64> = new StaticArray<f64>(3);
  /** Gradients of a row: x_a, φ_a, x_b, φ_b. */
  private gradient: StaticArray<f64> = new StaticArray<f64>(12);
  private k: StaticArray<f64> = new StaticArray<f64>(9);
  private t: StaticArray<f64> = new StaticArray<f64>(9);

  /** Text for messages about the joint. */
  readonly open: string;
  readonly dependent: string;
  readonly diverging: string;

  constructor(name: string) {
    super();
    this.open = name + ': the joint is not closed at the start; check lengths and initial positions';
    this.dependent =
      name + ': the constraints of the joint depend on those of others; remove what holds the same twice';
    this.diverging =
      name +
      ": Newton's iteration did not converge; shorten the step h, or choose a method with more dissipation";
  }

  /**
   * Forgets its rows. It is now between a and b, at the point (x, y, z) of space [m] as the nodes
   * stand.
   */
  between(nodes: Nodes, a: i32, b: i32, x: f64, y: f64, z: f64): void {
    this.rows = 0;
    this.drive = null;
    this.a = a;
    this.b = b;
    this.lambda.fill(0.0);
    nodes.pointOf(a, x, y, z, this.arms, 0);
    nodes.pointOf(b, x, y, z, this.arms, 3);
  }

  /** No displacement along the direction (x, y, z) of space, fixed in a. */
  hold(nodes: Nodes, x: f64, y: f64, z: f64): void {
    this.add(along);
    nodes.directionOf(this.a, x, y, z, this.inA, 3 * this.rows - 3);
  }

  /** The direction d of a stays perpendicular to e of b. */
  align(nodes: Nodes, dx: f64, dy: f64, dz: f64, ex: f64, ey: f64, ez: f64): void {
    this.add(square);
    nodes.directionOf(this.a, dx, dy, dz, this.inA, 3 * this.rows - 3);
    nodes.directionOf(this.b, ex, ey, ez, this.inB, 3 * this.rows - 3);
  }

  /**
   * b turns relative to a about the direction (x, y, z) of a with the angular velocity Ω(t)
   * [rad/s].
   */
  turn(nodes: Nodes, drive: Profile, x: f64, y: f64, z: f64): void {
    this.add(spin);
    this.drive = drive;
    nodes.directionOf(this.a, x, y, z, this.inA, 3 * this.rows - 3);
  }

  /** No displacement at all. */
  holdAll(nodes: Nodes): void {
    this.hold(nodes, 1.0, 0.0, 0.0);
    this.hold(nodes, 0.0, 1.0, 0.0);
    this.hold(nodes, 0.0, 0.0, 1.0);
  }

  /**
   * Allows only a relative rotation about an axis. u and v are perpendicular to it and each other.
   */
  hinge(nodes: Nodes, u: StaticArray<f64>, v: StaticArray<f64>): void {
    const x: f64 = u[1] * v[2] - u[2] * v[1];
    const y: f64 = u[2] * v[0] - u[0] * v[2];
    const z: f64 = u[0] * v[1] - u[1] * v[0];
    this.align(nodes, u[0], u[1], u[2], x, y, z);
    this.align(nodes, v[0], v[1], v[2], x, y, z);
  }

  /** No relative rotation. */
  holdOrientation(nodes: Nodes): void {
    this.align(nodes, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0);
    this.align(nodes, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0);
    this.align(nodes, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0);
  }

  /** True for a constraint on positions, false for one on velocities. */
  onPositions(row: i32): bool {
    return unchecked(this.kind[row]) != spin && this.level == Level.positions;
  }

  /** The power of the drives [W]: what a prescribed angular velocity brings in. */
  override supplied(): f64 {
    let power: f64 = 0.0;
    for (let r: i32 = 0; r < this.rows; r++)
      if (this.kind[r] == spin && this.drive != null) power -= this.lambda[r] * this.drive!.value;
    return power;
  }

  /** Component k in space of the torque of drives and held directions on b [N m]. */
  torque(nodes: Nodes, k: i32): f64 {
    let sum: f64 = 0.0;
    for (let r: i32 = 0; r < this.rows; r++) {
      if (this.kind[r] == along) continue;
      this.row(nodes, r);
      sum -= this.lambda[r] * this.gradient[9 + k];
    }
    return sum;
  }

  connect(tangent: Tangent): void {
    this.block = tangent.coupleRows(this.a, this.b, this.rows);
    this.offset = tangent.nodes.reserve(this.rows);
  }

  /** Reads λ from ẏ. Writes Φ/c, Φ of velocities, or c Φ̈ to r. */
  take(ydot: StaticArray<f64>): void {
    for (let r: i32 = 0; r < this.rows; r++) unchecked((this.lambda[r] = unchecked(ydot[this.offset + r])));
  }

  give(c: f64, out: StaticArray<f64>): void {
    for (let r: i32 = 0; r < this.rows; r++) {
      let value: f64 = unchecked(this.phi[r]);
      if (this.level == Level.accelerations) value = c * unchecked(this.rate[r]);
      else if (unchecked(this.kind[r]) != spin)
        value = this.level == Level.positions ? value / c : unchecked(this.rate[r]);
      unchecked((out[this.offset + r] = value));
    }
  }

  /** Largest magnitude of Φ on positions [m, 1]. */
  positionError(): f64 {
    let most: f64 = 0.0;
    for (let r: i32 = 0; r < this.rows; r++)
      if (this.kind[r] != spin) most = Math.max(most, Math.abs(this.phi[r]));
    return most;
  }

  /** Φ of a row on positions, 0 of one on velocities. */
  displacement(r: i32): f64 {
    return unchecked(this.kind[r]) == spin ? 0.0 : unchecked(this.phi[r]);
  }

  forces(nodes: Nodes, t: f64): void {
    this.arrange(nodes);
    const drive: Profile | null = this.drive;
    if (drive != null) drive.evaluate(t);
    for (let r: i32 = 0; r < this.rows; r++) {
      this.row(nodes, r);
      const force: f64 = -unchecked(this.lambda[r]);
      nodes.push(this.a, force, this.gradient, 0);
      nodes.push(this.b, force, this.gradient, 6);
      if (this.level == Level.velocities) this.rate[r] = this.rateOf(nodes);
    }
  }

  tangent(tangent: Tangent): void {
    const nodes: Nodes = tangent.nodes;
    this.arrange(nodes);
    for (let r: i32 = 0; r < this.rows; r++) {
      this.row(nodes, r);
      const rates: bool = !this.onPositions(r);
      tangent.addRow(this.block, r, this.a, this.gradient, 0, rates);
      tangent.addRow(this.block, r, this.b, this.gradient, 6, rates);
      if (unchecked(this.kind[r]) == along) this.bendAlong(tangent, r);
      else if (unchecked(this.kind[r]) == square) this.bendSquare(tangent, r);
      else this.bendSpin(tangent, r);
    }
  }

  /**
   * Φ̈ − Φ_x ẍ of each row, after `forces`: what is left of the constraints on accelerations
   * without accelerations.
   */
  accelerate(nodes: Nodes): void {
    this.arrange(nodes);
    const drive: Profile | null = this.drive;
    for (let r: i32 = 0; r < this.rows; r++) {
      this.row(nodes, r);
      if (this.kind[r] == along) this.bias[r] = this.biasAlong(nodes);
      else if (this.kind[r] == square) this.bias[r] = this.biasSquare(nodes);
      else {
        // ȧ · (ω_b − ω_a) − Ω̇
        cross(nodes.w, 3 * this.a, this.u, 0, this.t, 0);
        this.bias[r] = dot(this.t, 0, nodes.w, 3 * this.b) - dot(this.t, 0, nodes.w, 3 * this.a);
        if (drive != null) this.bias[r] = this.bias[r] - drive.rate;
      }
      this.bias[r] = this.bias[r] + nodes.givenAcceleration(this.a, this.gradient, 0);
      this.bias[r] = this.bias[r] + nodes.givenAcceleration(this.b, this.gradient, 6);
    }
  }

  /** Φ̈ of each row with the accelerations that stand in `nodes`, for `give`. */
  rateAccelerations(nodes: Nodes): void {
    this.accelerate(nodes);
    for (let r: i32 = 0; r < this.rows; r++) {
      this.row(nodes, r);
      this.rate[r] =
        this.bias[r] +
        nodes.freeAcceleration(this.a, this.gradient, 0) +
        nodes.freeAcceleration(this.b, this.gradient, 6);
    }
  }

  /** Φ̇ of each row, after `accelerate` or `forces`, into `bias`. */
  rates(nodes: Nodes): void {
    this.arrange(nodes);
    for (let r: i32 = 0; r < this.rows; r++) {
      this.row(nodes, r);
      if (this.kind[r] == spin) {
        this.bias[r] = this.phi[r];
        continue;
      }
      this.bias[r] = this.rateOf(nodes);
    }
  }

  /** gradient · u. */
  private rateOf(nodes: Nodes): f64 {
    return (
      dot(this.gradient, 0, nodes.v, 3 * this.a) +
      dot(this.gradient, 3, nodes.w, 3 * this.a) +
      dot(this.gradient, 6, nodes.v, 3 * this.b) +
      dot(this.gradient, 9, nodes.w, 3 * this.b)
    );
  }

  private add(kind: i32): void {
    this.kind[this.rows] = kind;
    this.rows++;
  }

  /** Arms in space, and h. */
  private arrange(nodes: Nodes): void {
    apply(nodes.R, 9 * this.a, this.arms, 0, this.s, 0);
    apply(nodes.R, 9 * this.b, this.arms, 3, this.s, 3);
    for (let p: i32 = 0; p < 3; p++)
      unchecked(
        (this.h[p] = nodes.x[3 * this.b + p] + unchecked(this.s[3 + p]) - unchecked(nodes.x[3 * this.a + p])),
      );
  }

  /** Computes Φ and gradients of a row with its directions u and w in space. */
  private row(nodes: Nodes, r: i32): void {
    const g: StaticArray<f64> = this.gradient;
    const kind: i32 = unchecked(this.kind[r]);
    apply(nodes.R, 9 * this.a, this.inA, 3 * r, this.u, 0);
    if (kind == along) {
      const u: StaticArray<f64> = this.u;
      unchecked((this.phi[r] = dot(u, 0, this.h, 0) - dot(u, 0, this.s, 0)));
      for (let p: i32 = 0; p < 3; p++) {
        unchecked((g[p] = -u[p]));
        unchecked((g[6 + p] = u[p]));
      }
      cross(u, 0, this.h, 0, g, 3);
      cross(this.s, 3, u, 0, g, 9);
      return;
    }
    for (let p: i32 = 0; p < 3; p++) {
      unchecked((g[p] = 0.0));
      unchecked((g[6 + p] = 0.0));
    }
    if (kind == square) {
      apply(nodes.R, 9 * this.b, this.inB, 3 * r, this.w, 0);
      unchecked((this.phi[r] = dot(this.u, 0, this.w, 0)));
      cross(this.u, 0, this.w, 0, g, 3);
      for (let p: i32 = 0; p < 3; p++) unchecked((g[9 + p] = -unchecked(g[3 + p])));
      return;
    }
    const target: f64 = this.drive == null ? 0.0 : this.drive!.value;
    unchecked(
      (this.phi[r] = dot(this.u, 0, nodes.w, 3 * this.b) - dot(this.u, 0, nodes.w, 3 * this.a) - target),
    );
    for (let p: i32 = 0; p < 3; p++) {
      unchecked((g[3 + p] = -unchecked(this.u[p])));
      unchecked((g[9 + p] = unchecked(this.u[p])));
    }
  }

  /**
   * Adds ±k, the 3×3 derivative of part a (0: by x, 3: by φ) of the gradient of node i by part b of
   * node j. It enters a force f times the gradient, and a row on velocities, gradient · u.
   */
  private bend(tangent: Tangent, r: i32, i: i32, a: i32, j: i32, b: i32, sign: f64): void {
    tangent.addByPosition(i, a, j, b, -sign * unchecked(this.lambda[r]), this.k, 0);
    if (this.onPositions(r)) return;
    applyTransposed(this.k, 0, a == 0 ? tangent.nodes.v : tangent.nodes.w, 3 * i, this.t, 0);
    tangent.addRowByPosition(this.block, r, j, b, sign, this.t, 0);
  }

  /**
   * δ(−q) = q× δφ_a, δ(s_b × q) = q× s_b× δφ_b − s_b× q× δφ_a, δ(q × h) = h× q× δφ_a + q× (δx_b −
   * s_b× δφ_b − δx_a).
   */
  private bendAlong(tangent: Tangent, r: i32): void {
    const k: StaticArray<f64> = this.k;
    const a: i32 = this.a;
    const b: i32 = this.b;
    k.fill(0.0);
    addSkew(1.0, this.u, 0, k, 0);
    this.bend(tangent, r, a, 0, a, 3, 1.0);
    this.bend(tangent, r, b, 0, a, 3, -1.0);
    this.bend(tangent, r, a, 3, b, 0, 1.0);
    this.bend(tangent, r, a, 3, a, 0, -1.0);
    k.fill(0.0);
    addSkewSkew(1.0, this.u, 0, this.s, 3, k, 0);
    this.bend(tangent, r, b, 3, b, 3, 1.0);
    this.bend(tangent, r, a, 3, b, 3, -1.0);
    k.fill(0.0);
    addSkewSkew(1.0, this.s, 3, this.u, 0, k, 0);
    this.bend(tangent, r, b, 3, a, 3, -1.0);
    k.fill(0.0);
    addSkewSkew(1.0, this.h, 0, this.u, 0, k, 0);
    this.bend(tangent, r, a, 3, a, 3, 1.0);
  }

  /** δ(d × e) = e× d× δφ_a − d× e× δφ_b. */
  private bendSquare(tangent: Tangent, r: i32): void {
    const k: StaticArray<f64> = this.k;
    k.fill(0.0);
    addSkewSkew(1.0, this.w, 0, this.u, 0, k, 0);
    this.bend(tangent, r, this.a, 3, this.a, 3, 1.0);
    this.bend(tangent, r, this.b, 3, this.a, 3, -1.0);
    k.fill(0.0);
    addSkewSkew(1.0, this.u, 0, this.w, 0, k, 0);
    this.bend(tangent, r, this.a, 3, this.b, 3, -1.0);
    this.bend(tangent, r, this.b, 3, this.b, 3, 1.0);
  }

  /** δa = −a× δφ_a. */
  private bendSpin(tangent: Tangent, r: i32): void {
    this.k.fill(0.0);
    addSkew(1.0, this.u, 0, this.k, 0);
    this.bend(tangent, r, this.a, 3, this.a, 3, 1.0);
    this.bend(tangent, r, this.b, 3, this.a, 3, -1.0);
  }

  /** q̈ · h + 2 q̇ · ḣ + q · ḧ without accelerations. */
  private biasAlong(nodes: Nodes): f64 {
    const t: StaticArray<f64> = this.t;
    const w: StaticArray<f64> = nodes.w;
    const a: i32 = 3 * this.a;
    const b: i32 = 3 * this.b;
    cross(w, a, this.u, 0, t, 0);
    cross(w, a, t, 0, t, 3);
    let sum: f64 = dot(t, 3, this.h, 0);
    cross(w, b, this.s, 3, t, 3);
    for (let p: i32 = 0; p < 3; p++) sum += 2.0 * t[p] * (nodes.v[b + p] + t[3 + p] - nodes.v[a + p]);
    cross(w, b, t, 3, t, 6);
    return sum + dot(this.u, 0, t, 6);
  }

  /** d̈ · e + 2 ḋ · ė + d · ë without accelerations. */
  private biasSquare(nodes: Nodes): f64 {
    const t: StaticArray<f64> = this.t;
    const w: StaticArray<f64> = nodes.w;
    cross(w, 3 * this.a, this.u, 0, t, 0);
    cross(w, 3 * this.b, this.w, 0, t, 3);
    let sum: f64 = 2.0 * dot(t, 0, t, 3);
    cross(w, 3 * this.a, t, 0, t, 6);
    sum += dot(t, 6, this.w, 0);
    cross(w, 3 * this.b, t, 3, t, 6);
    return sum + dot(t, 6, this.u, 0);
  }
}
