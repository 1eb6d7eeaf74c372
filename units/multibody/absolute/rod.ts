import {
  addMatrix,
  addOuter,
  addSkewSkew,
  apply,
  cross,
  dot,
  multiply,
  multiplySkew,
  skewMultiply,
} from './algebra';
import { Element } from './flexible-element';
import { Nodes } from './nodes';
import { Tangent } from './tangent';

/**
 * A spring and viscous damper along the line between a point of node a and one of node b: the
 * tension is
 *
 *     F = k (l − l₀) + d l̇,   l = |h|,   h = x_b + s_b − x_a − s_a
 *
 * The damper acts until a given time, by default forever. d in N s/m.
 */
export class Rod extends Element {
  /** k [N/m], l₀ [m], d [N s/m], and when the damper ends [s]. */
  k: f64 = 0.0;
  natural: f64 = 0.0;
  d: f64 = 0.0;
  until: f64 = Infinity;
  /** l [m], l̇ [m/s], F [N]. */
  length: f64 = 0.0;
  rate: f64 = 0.0;
  tension: f64 = 0.0;
  private a: i32 = 0;
  private b: i32 = 0;
  private damping: f64 = 0.0;
  private arms: StaticArray<f64> = new StaticArray<f64>(6);
  private s: StaticArray<f64> = new StaticArray<f64>(6);
  private u: StaticArray<f64> = new StaticArray<f64>(3);
  /** ḣ, and ω × s of both ends. */
  private e: StaticArray<f64> = new StaticArray<f64>(3);
  private spin: StaticArray<f64> = new StaticArray<f64>(6);
  private byH: StaticArray<f64> = new StaticArray<f64>(9);
  private byV: StaticArray<f64> = new StaticArray<f64>(9);
  private m: StaticArray<f64> = new StaticArray<f64>(9);
  private n: StaticArray<f64> = new StaticArray<f64>(9);
  private t: StaticArray<f64> = new StaticArray<f64>(9);

  /**
   * Places the rod between a point of node a and one of node b, both given in space at the present
   * state [m].
   */
  between(nodes: Nodes, a: i32, xa: f64, ya: f64, za: f64, b: i32, xb: f64, yb: f64, zb: f64): void {
    this.a = a;
    this.b = b;
    nodes.pointOf(a, xa, ya, za, this.arms, 0);
    nodes.pointOf(b, xb, yb, zb, this.arms, 3);
  }

  connect(tangent: Tangent): void {
    tangent.couple(this.a, this.b);
  }

  override elastic(): f64 {
    return 0.5 * this.k * (this.length - this.natural) * (this.length - this.natural);
  }

  override dissipated(): f64 {
    return this.damping * this.rate * this.rate;
  }

  forces(nodes: Nodes, t: f64): void {
    const a: i32 = 3 * this.a;
    const b: i32 = 3 * this.b;
    const u: StaticArray<f64> = this.u;
    apply(nodes.R, 3 * a, this.arms, 0, this.s, 0);
    apply(nodes.R, 3 * b, this.arms, 3, this.s, 3);
    cross(nodes.w, a, this.s, 0, this.spin, 0);
    cross(nodes.w, b, this.s, 3, this.spin, 3);
    for (let p: i32 = 0; p < 3; p++) {
      u[p] = nodes.x[b + p] + this.s[3 + p] - nodes.x[a + p] - this.s[p];
      this.e[p] = nodes.v[b + p] + this.spin[3 + p] - nodes.v[a + p] - this.spin[p];
    }
    this.length = Math.sqrt(dot(u, 0, u, 0));
    for (let p: i32 = 0; p < 3; p++) u[p] /= this.length;
    this.rate = dot(u, 0, this.e, 0);
    this.damping = t < this.until ? this.d : 0.0;
    this.tension = this.k * (this.length - this.natural) + this.damping * this.rate;
    this.pull(nodes, this.a, 0, this.tension);
    this.pull(nodes, this.b, 3, -this.tension);
  }

  tangent(tangent: Tangent): void {
    const u: StaticArray<f64> = this.u;
    // ∂(F u)/∂h = k u uᵀ + (F I + d u ḣᵀ)(I − u uᵀ)/l, ∂(F u)/∂ḣ = d u uᵀ
    const share: f64 = this.tension / this.length;
    const turn: f64 = this.damping / this.length;
    this.byH.fill(0.0);
    addOuter(this.k - share - turn * this.rate, u, 0, u, 0, this.byH, 0);
    addOuter(turn, u, 0, this.e, 0, this.byH, 0);
    for (let p: i32 = 0; p < 9; p += 4) this.byH[p] += share;
    this.byV.fill(0.0);
    addOuter(this.damping, u, 0, u, 0, this.byV, 0);
    this.by(tangent, this.a, 0, -1.0);
    this.by(tangent, this.b, 3, 1.0);
    this.turnArm(tangent, this.a, 0, this.tension);
    this.turnArm(tangent, this.b, 3, -this.tension);
  }

  private pull(nodes: Nodes, i: i32, arm: i32, F: f64): void {
    cross(this.s, arm, this.u, 0, this.t, 0);
    for (let p: i32 = 0; p < 3; p++) {
      nodes.force[6 * i + p] += F * this.u[p];
      nodes.force[6 * i + 3 + p] += F * this.t[p];
    }
  }

  /** Adds the derivative of F u by node j, whose displacement adds `sign` to h, on both nodes. */
  private by(tangent: Tangent, j: i32, arm: i32, sign: f64): void {
    // δh = δx − s × δφ, δḣ = δv − s × δω − ω × (s × δφ)
    this.onBoth(tangent, j, 0, sign, this.byH, false);
    this.onBoth(tangent, j, 0, sign, this.byV, true);
    multiplySkew(this.byV, 0, this.s, arm, this.m, 0);
    this.onBoth(tangent, j, 3, -sign, this.m, true);
    multiplySkew(this.byH, 0, this.s, arm, this.m, 0);
    this.t.fill(0.0);
    addSkewSkew(1.0, tangent.nodes.w, 3 * j, this.s, arm, this.t, 0);
    multiply(this.byV, 0, this.t, 0, this.n, 0);
    addMatrix(1.0, this.n, 0, this.m, 0);
    this.onBoth(tangent, j, 3, -sign, this.m, false);
  }

  private onBoth(tangent: Tangent, j: i32, part: i32, f: f64, k: StaticArray<f64>, rate: bool): void {
    this.on(tangent, this.a, 0, 0, j, part, f, k, rate);
    this.on(tangent, this.a, 0, 3, j, part, f, k, rate);
    this.on(tangent, this.b, 3, 0, j, part, -f, k, rate);
    this.on(tangent, this.b, 3, 3, j, part, -f, k, rate);
  }

  /** The force (row 0) or torque (row 3) on node i. */
  private on(
    tangent: Tangent,
    i: i32,
    arm: i32,
    row: i32,
    j: i32,
    part: i32,
    f: f64,
    k: StaticArray<f64>,
    rate: bool,
  ): void {
    if (row == 3) skewMultiply(this.s, arm, k, 0, this.n, 0);
    const block: StaticArray<f64> = row == 3 ? this.n : k;
    if (rate) tangent.addByVelocity(i, row, j, part, f, block, 0);
    else tangent.addByPosition(i, row, j, part, f, block, 0);
  }

  /** δ(s × F u) by δs = −s × δφ: F u× s× δφ. */
  private turnArm(tangent: Tangent, i: i32, arm: i32, F: f64): void {
    this.t.fill(0.0);
    addSkewSkew(F, this.u, 0, this.s, arm, this.t, 0);
    tangent.addByPosition(i, 3, i, 3, 1.0, this.t, 0);
  }
}
