import { fail } from 'fmukit/author';
import { ImplicitProblem } from '../../numerics/implicit/problem';
import { Joint, Level } from './absolute-joint';
import { Element } from './flexible-element';
import { Nodes } from './nodes';
import { Tangent } from './tangent';

/**
 * A mechanism in absolute coordinates as an implicit problem, including position constraints (index
 * 3) (Zhang, Zhang, Zanoni & Masarati 2022, Sect. 2; Masarati, Morandini & Mantegazza 2014).
 *
 *     β − (m ẋ + ω × S) = 0,   γ − (S × ẋ + J ω) = 0             momenta (`nodes.ts`)
 *     β̇ − f + Φ_xᵀ λ = 0,   γ̇ + ẋ × β − τ + Φ_φᵀ λ = 0           motion
 *     Φ(x, R, t)/c = 0,   a·(ω_b − ω_a) − Ω(t) = 0               joints, λ in ẏ
 *
 * Setting up allocates no memory. Order of calls: `clear`, nodes and masses, the elements'
 * `between`, `add`, `addJoint`, `close`, velocities (if any) into `nodes.v` and `nodes.w`, `start`.
 */
export class Mechanism extends ImplicitProblem {
  readonly nodes: Nodes;
  readonly tangent: Tangent;
  private list: StaticArray<Element | null>;
  private elements: i32 = 0;
  private jointList: StaticArray<Joint | null>;
  private joints: i32 = 0;
  private level: Level = Level.positions;
  /**
   * Largest change of kinetic or elastic energy between two iterations at which Newton's iteration
   * may end [J]. 0: any.
   */
  energyTolerance: f64 = 0.0;
  private lastKinetic: f64 = 0.0;
  private lastElastic: f64 = 0.0;

  /** @param maxNodes, maxJoints, maxElements what there is room for. Elements without joints */
  constructor(
    maxNodes: i32,
    readonly maxJoints: i32,
    readonly maxElements: i32,
  ) {
    super(12 * maxNodes + 6 * maxJoints);
    const nodes: Nodes = new Nodes(maxNodes);
    this.nodes = nodes;
    this.tangent = new Tangent(nodes, maxJoints);
    this.list = new StaticArray<Element | null>(maxElements);
    this.jointList = new StaticArray<Joint | null>(maxJoints);
  }

  /** Forgets everything. */
  clear(): void {
    this.nodes.clear();
    this.joints = 0;
    this.elements = 0;
    this.size = 0;
  }

  add(element: Element): void {
    if (this.elements == this.maxElements) fail('mechanism: more elements than there is room for');
    this.list[this.elements] = element;
    this.elements++;
  }

  addJoint(joint: Joint): void {
    if (this.joints == this.maxJoints) fail('mechanism: more joints than there is room for');
    this.jointList[this.joints] = joint;
    this.joints++;
  }

  /**
   * Sets the level at which joints are enforced, after their declaration.
   *
   * - positions: index 3.
   * - velocities: index 2. Positions then drift, as slowly as the method is accurate.
   * - accelerations: index 1. Each step ends with a projection on positions and velocities
   *   (Hairer & Wanner 1996, VII.2). All quantities have the method's order for ordinary equations.
   */
  hold(level: Level): void {
    this.level = level;
    for (let j: i32 = 0; j < this.joints; j++) this.jointList[j]!.level = level;
  }

  /** Once all is declared: numbers the unknowns, and analyses the matrix. */
  close(): void {
    const tangent: Tangent = this.tangent;
    this.nodes.close();
    tangent.begin();
    for (let e: i32 = 0; e < this.elements; e++) this.list[e]!.connect(tangent);
    for (let j: i32 = 0; j < this.joints; j++) this.jointList[j]!.connect(tangent);
    tangent.lu.analyse();
    for (let e: i32 = 0; e < this.elements; e++) this.list[e]!.locate(tangent);
    for (let j: i32 = 0; j < this.joints; j++) this.jointList[j]!.locate(tangent);
    this.size = this.nodes.unknowns;
  }

  /**
   * y at rest or with the velocities that stand in `nodes`, made fit to the joints with the least
   * kinetic energy of the change. The nodes' positions must fulfil the joints.
   */
  start(t: f64, y: StaticArray<f64>): void {
    y.fill(0.0);
    this.nodes.move(t);
    this.clearMultipliers();
    this.collect(t);
    for (let j: i32 = 0; j < this.joints; j++)
      if (!(this.jointList[j]!.positionError() <= 1e-6)) fail(this.jointList[j]!.open);
    this.fitVelocities();
    this.nodes.write(y);
  }

  /** Largest magnitude of a constraint on positions at the last evaluation [m, 1]. */
  positionError(): f64 {
    let most: f64 = 0.0;
    for (let j: i32 = 0; j < this.joints; j++) most = Math.max(most, this.jointList[j]!.positionError());
    return most;
  }

  residual(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, c: f64, r: StaticArray<f64>): void {
    this.nodes.kinematics(y, ydot);
    this.nodes.move(t);
    for (let j: i32 = 0; j < this.joints; j++) unchecked(this.jointList[j])!.take(ydot);
    this.collect(t);
    this.nodes.balance(ydot, r);
    if (this.level == Level.accelerations) {
      this.nodes.accelerate(ydot);
      for (let j: i32 = 0; j < this.joints; j++) unchecked(this.jointList[j])!.rateAccelerations(this.nodes);
    }
    for (let j: i32 = 0; j < this.joints; j++) unchecked(this.jointList[j])!.give(c, r);
  }

  override settled(): bool {
    if (this.energyTolerance == 0.0) return true;
    const kinetic: f64 = this.nodes.kinetic();
    const elastic: f64 = this.elastic();
    const change: f64 = Math.max(Math.abs(kinetic - this.lastKinetic), Math.abs(elastic - this.lastElastic));
    this.lastKinetic = kinetic;
    this.lastElastic = elastic;
    return change <= this.energyTolerance;
  }

  override turn(now: bool): void {
    this.tangent.turned = now;
  }

  factor(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, c: f64): bool {
    const tangent: Tangent = this.tangent;
    tangent.assemble(c);
    for (let e: i32 = 0; e < this.elements; e++) unchecked(this.list[e])!.tangent(tangent);
    for (let j: i32 = 0; j < this.joints; j++) unchecked(this.jointList[j])!.tangent(tangent);
    return tangent.lu.factor();
  }

  solve(r: StaticArray<f64>): void {
    const tangent: Tangent = this.tangent;
    const b: StaticArray<f64> = tangent.right;
    tangent.condense(r);
    for (let j: i32 = 0; j < this.joints; j++) {
      const joint: Joint = unchecked(this.jointList[j])!;
      const row: i32 = unchecked(tangent.lu.row[joint.block]);
      for (let q: i32 = 0; q < joint.rows; q++) unchecked((b[row + q] = -unchecked(r[joint.offset + q])));
    }
    tangent.lu.solve(b);
    tangent.expandAll(r);
    const inverse: f64 = 1.0 / tangent.c;
    for (let j: i32 = 0; j < this.joints; j++) {
      const joint: Joint = unchecked(this.jointList[j])!;
      const row: i32 = unchecked(tangent.lu.row[joint.block]);
      for (let q: i32 = 0; q < joint.rows; q++)
        unchecked((r[joint.offset + q] = inverse * unchecked(b[row + q])));
    }
  }

  /** ẋ and ġ that belong to the momenta. Forces are 0. */
  override guess(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>): void {
    const nodes: Nodes = this.nodes;
    for (let k: i32 = 0; k < this.size; k++) ydot[k] = 0.0;
    nodes.kinematics(y, ydot);
    for (let i: i32 = 0; i < nodes.count; i++) {
      if (nodes.freedom[i] == 0) continue;
      nodes.velocityOf(i);
      nodes.setRates(i, ydot);
    }
  }

  /** Accelerations and multipliers from M u̇ + Φ_xᵀ λ = Q − Ṁ u, Φ_x u̇ = −(Φ̈ − Φ_x ẍ). */
  override consistent(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, r: StaticArray<f64>): bool {
    const nodes: Nodes = this.nodes;
    const b: StaticArray<f64> = this.tangent.right;
    this.guess(t, y, ydot);
    nodes.kinematics(y, ydot);
    nodes.move(t);
    this.clearMultipliers();
    this.collect(t);
    if (!this.factor(t, y, ydot, 0.0)) return false;
    for (let i: i32 = 0; i < nodes.count; i++) {
      if (nodes.freedom[i] == 0) continue;
      const row: i32 = this.tangent.lu.row[this.tangent.blockOf[i]];
      nodes.drift(i);
      for (let k: i32 = 0; k < 6; k++) {
        const d: i32 = nodes.dof[6 * i + k];
        if (d >= 0) b[row + d] = nodes.force[6 * i + k] - nodes.t[k];
      }
    }
    for (let j: i32 = 0; j < this.joints; j++) {
      const joint: Joint = this.jointList[j]!;
      joint.accelerate(nodes);
      for (let q: i32 = 0; q < joint.rows; q++) b[this.tangent.lu.row[joint.block] + q] = -joint.bias[q];
    }
    this.tangent.lu.solve(b);
    for (let j: i32 = 0; j < this.joints; j++) {
      const joint: Joint = this.jointList[j]!;
      for (let q: i32 = 0; q < joint.rows; q++)
        ydot[joint.offset + q] = b[this.tangent.lu.row[joint.block] + q];
      joint.take(ydot);
    }
    this.collect(t);
    for (let i: i32 = 0; i < nodes.count; i++) if (nodes.freedom[i] > 0) nodes.setForces(i, ydot);
    return true;
  }

  override complaint(k: i32): string {
    const nodes: Nodes = this.nodes;
    const failed: i32 = k < 0 ? this.tangent.lu.failed : -1;
    for (let j: i32 = 0; j < this.joints; j++) {
      const joint: Joint = this.jointList[j]!;
      const here: bool = k < 0 ? joint.block == failed : k >= joint.offset && k < joint.offset + joint.rows;
      if (here) return joint.diverging;
    }
    for (let i: i32 = 0; i < nodes.count; i++) {
      const offset: i32 = nodes.offset[i];
      const moves: bool = nodes.freedom[i] > 0;
      const here: bool =
        k < 0 ? this.tangent.blockOf[i] == failed : k >= offset && k < offset + 2 * nodes.freedom[i];
      if (moves && here) return nodes.complaints[i];
    }
    return "mechanism: Newton's iteration did not converge; shorten the step h";
  }

  override rebase(y: StaticArray<f64>, ydot: StaticArray<f64>): void {
    if (this.level == Level.accelerations) this.project(y, ydot);
    this.nodes.rebase(y, ydot);
  }

  override rebasePast(y: StaticArray<f64>, ydot: StaticArray<f64>): void {
    this.nodes.rebasePast(y, ydot);
  }

  override rebaseAuxiliary(ydot: StaticArray<f64>): void {
    this.nodes.rebaseAuxiliary(ydot);
  }

  /** Elastic energy at the last evaluation [J]. */
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

  /**
   * Power brought in by drives, applied torques, given nodes that turn, and gravity that changes
   * [W].
   */
  supplied(): f64 {
    let sum: f64 = this.nodes.supplied();
    for (let e: i32 = 0; e < this.elements; e++) sum += this.list[e]!.supplied();
    for (let j: i32 = 0; j < this.joints; j++) sum += this.jointList[j]!.supplied();
    return sum;
  }

  /** Forces and torques on all nodes. */
  private collect(t: f64): void {
    this.nodes.weigh();
    for (let e: i32 = 0; e < this.elements; e++) unchecked(this.list[e])!.forces(this.nodes, t);
    for (let j: i32 = 0; j < this.joints; j++) unchecked(this.jointList[j])!.forces(this.nodes, t);
  }

  private clearMultipliers(): void {
    for (let j: i32 = 0; j < this.joints; j++) this.jointList[j]!.lambda.fill(0.0);
  }

  /**
   * Moves x ← x − M⁻¹ Φ_xᵀ μ, so that Φ = 0 to second order of its violation, and then v and ω, so
   * that Φ̇ = 0.
   */
  private project(y: StaticArray<f64>, ydot: StaticArray<f64>): void {
    const nodes: Nodes = this.nodes;
    const tangent: Tangent = this.tangent;
    const b: StaticArray<f64> = tangent.right;
    if (!this.factorMass()) return;
    b.fill(0.0);
    for (let j: i32 = 0; j < this.joints; j++) {
      const joint: Joint = unchecked(this.jointList[j])!;
      for (let q: i32 = 0; q < joint.rows; q++) b[tangent.lu.row[joint.block] + q] = -joint.displacement(q);
    }
    tangent.lu.solve(b);
    for (let i: i32 = 0; i < nodes.count; i++)
      if (nodes.freedom[i] > 0) nodes.displace(i, b, tangent.lu.row[tangent.blockOf[i]], y);
    nodes.kinematics(y, ydot);
    this.correctVelocities();
    nodes.writeMomenta(y);
    for (let i: i32 = 0; i < nodes.count; i++) if (nodes.freedom[i] > 0) nodes.setRates(i, ydot);
  }

  /**
   * Factors [M, Φ_xᵀ; Φ_x, 0]. Returns false if the joints depend on each other or a body has no
   * inertia.
   */
  private factorMass(): bool {
    this.tangent.assemble(0.0);
    for (let j: i32 = 0; j < this.joints; j++) unchecked(this.jointList[j])!.tangent(this.tangent);
    return this.tangent.lu.factor();
  }

  /** v and ω ← themselves − M⁻¹ Φ_xᵀ μ, so that Φ̇ = 0. */
  private fitVelocities(): void {
    if (!this.factorMass()) {
      for (let j: i32 = 0; j < this.joints; j++)
        if (this.jointList[j]!.block == this.tangent.lu.failed) fail(this.jointList[j]!.dependent);
      fail('mechanism: a body has no inertia in some direction; give every body positive inertias');
    }
    this.correctVelocities();
  }

  /** Corrects velocities with the factors of `factorMass`. */
  private correctVelocities(): void {
    const nodes: Nodes = this.nodes;
    const tangent: Tangent = this.tangent;
    const b: StaticArray<f64> = tangent.right;
    b.fill(0.0);
    for (let j: i32 = 0; j < this.joints; j++) {
      const joint: Joint = this.jointList[j]!;
      joint.rates(nodes);
      for (let q: i32 = 0; q < joint.rows; q++) b[tangent.lu.row[joint.block] + q] = -joint.bias[q];
    }
    tangent.lu.solve(b);
    for (let i: i32 = 0; i < nodes.count; i++)
      if (nodes.freedom[i] > 0) nodes.addVelocity(i, b, tangent.lu.row[tangent.blockOf[i]]);
  }
}
