import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import { type Stateful, type StateVisitor, visitAll } from '../../fmu-sdk/util/state/stateful.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { jointKinds } from '../system/checks/joint-kinds.ts';
import type { CheckedSystem, JointSide } from '../system/system.ts';
import { Subassembly } from './joined-subassembly.ts';
import { Joint } from './joint.ts';
import { Frame, type Pose } from './joint-frame.ts';
import { Side } from './joint-side.ts';
import { nearOrder, Skyline } from './skyline.ts';

/** Largest distance of the frames of a joint at the start [m, or 1]. */
const closed = 1e-6;

/**
 * Joints between units that are subassemblies of one multibody system, coupled without a coupling
 * error (Malczyk & Frączek 2012). With R = Q − Φᵀ λ and λ of the last step, one iteration finds the
 * accelerations of all handles:
 *
 *     K δ + Φᵀ δλ = R,    δλ = α (Φ δ + c),    c = Φ b + γ + 2 Ω μ Φ̇ + Ω² Φ
 *
 * K has a block for each unit. Eliminating δ leaves (I/α + Φ K⁻¹ Φᵀ) δλ = c + Φ K⁻¹ R for the
 * joints. This matrix is positive definite for any rank, and as sparse as the joints.
 *
 * Call order: `solve` at each communication point, before any unit moves.
 */
export class Joints implements Stateful {
  readonly joints: readonly Joint[];
  private readonly subassemblies: readonly Subassembly[];
  private readonly sides: readonly Side[];
  /** Pairs of sides on one subassembly, including each side with itself. They couple joints. */
  private readonly pairs: readonly { one: Side; other: Side; row: number; column: number }[];
  /** First row of each joint. */
  private readonly rows: readonly number[];
  private readonly sidesOf: readonly (readonly Side[])[];
  private readonly C: Skyline;
  private readonly z: Float64Array;
  private begun = false;

  constructor(
    private readonly system: CheckedSystem,
    private readonly instances: readonly Instance[],
  ) {
    const { joints = [], subassemblies = [] } = system;
    this.subassemblies = subassemblies.map((subassembly) => new Subassembly(subassembly, instances));
    const ground: Pose = { q: Float64Array.of(0, 0, 0, 1, 0, 0, 0), v: new Float64Array(7) };
    const pose = (side: JointSide): Pose =>
      side.handle === undefined
        ? ground
        : this.subassemblies[side.handle.subassembly].handles[side.handle.index];
    this.joints = joints.map((joint) => new Joint(joint, new Frame(pose(joint.A)), new Frame(pose(joint.B))));
    this.sidesOf = this.joints.map((joint) =>
      [
        { side: joint.system.A, J: joint.JA },
        { side: joint.system.B, J: joint.JB },
      ].flatMap(({ side: { handle }, J }) =>
        handle === undefined
          ? []
          : [new Side(joint, this.subassemblies[handle.subassembly], J, 7 * handle.index)],
      ),
    );
    this.sides = this.sidesOf.flat();
    const meets = (a: number, b: number): boolean =>
      this.sidesOf[a].some(({ whole }) => this.sidesOf[b].some((other) => other.whole === whole));
    const neighbours = this.joints.map(
      (_, a) => new Set([...this.joints.keys()].filter((b) => b !== a && meets(a, b))),
    );
    const rows: number[] = [];
    const first: number[] = [];
    for (const k of nearOrder(neighbours)) {
      rows[k] = first.length;
      const begin = Math.min(rows[k], ...[...neighbours[k]].flatMap((other) => rows[other] ?? []));
      for (let r = 0; r < this.joints[k].rows; r++) first.push(begin);
    }
    this.rows = rows;
    const at = (side: Side): number => rows[this.joints.indexOf(side.joint)];
    this.pairs = this.sides.flatMap((one) =>
      this.sides
        .filter((other) => other.whole === one.whole && at(other) <= at(one))
        .map((other) => ({ one, other, row: at(one), column: at(other) })),
    );
    this.C = new Skyline(first);
    this.z = new Float64Array(first.length);
  }

  /**
   * Reads all handles, solves for their accelerations, and writes them to the units. t is for
   * messages [s].
   */
  solve(t: number): void {
    const { subassemblies, joints, sidesOf, rows, z } = this;
    for (let i = 0; i < subassemblies.length; i++) subassemblies[i].read();
    if (!this.begun) this.begin();
    for (let i = 0; i < joints.length; i++) joints[i].evaluate();
    this.factor(t);
    for (let i = 0; i < joints.length; i++)
      for (let s = 0; s < sidesOf[i].length; s++) {
        const side = sidesOf[i][s];
        side.subtract(joints[i].lambda, 0, side.whole.residual);
      }
    for (let i = 0; i < joints.length; i++) this.violation(joints[i], sidesOf[i], rows[i]);
    this.C.solve(z);
    let finite = 0;
    for (let i = 0; i < joints.length; i++) {
      const { lambda } = joints[i];
      for (let r = 0; r < lambda.length; r++) lambda[r] += z[rows[i] + r];
      for (let s = 0; s < sidesOf[i].length; s++)
        sidesOf[i][s].subtract(z, rows[i], sidesOf[i][s].whole.residual);
    }
    for (let i = 0; i < subassemblies.length; i++) {
      const { delta, residual } = subassemblies[i];
      for (let k = 0; k < delta.length; k++) delta[k] = residual[k];
      subassemblies[i].solve(delta);
      subassemblies[i].write();
      for (let k = 0; k < delta.length; k++) finite += delta[k] * 0;
    }
    if (finite !== 0) this.refuseInfinite(t);
  }

  /**
   * Returns the power of a joint on both sides together, at the last solved communication point:
   * −λᵀ Φ̇ [W].
   */
  power(k: number): number {
    const { lambda, rate } = this.joints[k];
    let sum = 0;
    for (let r = 0; r < lambda.length; r++) sum -= lambda[r] * rate[r];
    return sum;
  }

  /** Computes z ← c + Φ K⁻¹ R of a joint, the right-hand side of δλ. */
  private violation({ system, Phi, rate, gamma }: Joint, sides: readonly Side[], at: number): void {
    const { z } = this;
    const { alpha: _, mu, Omega } = system;
    for (let r = 0; r < Phi.length; r++) {
      let sum = gamma[r] + 2 * Omega * mu * rate[r] + Omega * Omega * Phi[r];
      for (let s = 0; s < sides.length; s++) {
        const { G, whole, at: handle } = sides[s];
        sum += sides[s].times(r, whole.handles[handle === 0 ? 0 : 1].b, -handle);
        for (let k = 0; k < whole.n; k++) sum += G[r * whole.n + k] * whole.residual[k];
      }
      z[at + r] = sum;
    }
  }

  /** Computes K of all units, K⁻¹ Φᵀ of all sides, and I/α + Φ K⁻¹ Φᵀ. */
  private factor(t: number): void {
    const { subassemblies, joints, sides, pairs, rows, C } = this;
    for (let i = 0; i < subassemblies.length; i++) if (!subassemblies[i].factor()) this.refuseMatrix(i, t);
    for (let i = 0; i < sides.length; i++) sides[i].solve();
    C.clear();
    for (let i = 0; i < joints.length; i++)
      for (let r = 0; r < joints[i].rows; r++) C.add(rows[i] + r, rows[i] + r, 1 / joints[i].system.alpha);
    for (let i = 0; i < pairs.length; i++) {
      const { one, other, row, column } = pairs[i];
      const { n } = one.whole;
      for (let r = 0; r < one.joint.rows; r++) {
        const last = row === column ? r : other.joint.rows - 1;
        for (let s = 0; s <= last; s++) C.add(row + r, column + s, other.times(s, one.G, r * n));
      }
    }
    if (C.factor() >= 0) this.refuseJoints(t);
  }

  /**
   * Sets the frames from the system or the units. Missing values equal the other side's at the
   * start.
   */
  private begin(): void {
    this.begun = true;
    for (const joint of this.joints) {
      const { A, B, system } = joint;
      const sides = [
        [system.A, A, B],
        [system.B, B, A],
      ] as const;
      for (const [side, frame] of sides) {
        frame.at(this.setFrame(side, 'point') ?? [0, 0, 0]);
        frame.along(this.setFrame(side, 'axis') ?? [0, 0, 1]);
      }
      for (const [side, frame, other] of sides) {
        if (side.point === undefined) frame.meet(other);
        if (side.axis === undefined) frame.align(other);
      }
      if (jointKinds[system.kind].locked) B.turn(A);
      joint.evaluate();
      const apart = Math.hypot(...joint.Phi);
      if (!(apart <= closed * (1 + Math.hypot(...A.pose.q, ...B.pose.q))))
        throw new UserError(
          `joint ${system.name}: at the start the two sides are ${apart} apart (positions [m] and directions [1] together), ${this.label(system.A)} and ` +
            `${this.label(system.B)}. Start the units with a closed joint, or set the points and axes of the joint.`,
        );
    }
  }

  private setFrame({ handle, ...side }: JointSide, what: 'point' | 'axis'): ArrayLike<number> | undefined {
    const setFrame = side[what];
    if (setFrame !== 'unit' || handle === undefined) return setFrame as readonly number[] | undefined;
    const { unit, members } = (this.system.subassemblies ?? [])[handle.subassembly];
    const { view, offset, length } = this.instances[unit].view(members[`${what}${handle.index + 1}`]);
    return (view as Float64Array).slice(offset, offset + length);
  }

  private label({ handle }: JointSide): string {
    if (handle === undefined) return 'the ground';
    const { unit, terminal } = (this.system.subassemblies ?? [])[handle.subassembly];
    return `handle ${handle.index + 1} of ${this.system.units[unit].name}.${terminal}`;
  }

  private name(i: number): string {
    const { unit, terminal } = (this.system.subassemblies ?? [])[i];
    return `${this.system.units[unit].name}.${terminal}`;
  }

  private refuseMatrix(i: number, t: number): never {
    throw new UserError(
      `joints: the leading matrices of ${this.name(i)} are not positive definite at t = ${t} s. ` +
        'They must belong to bodies and include the normalization of the Euler parameters. If alpha of the unit is very large, lower it.',
    );
  }

  private refuseJoints(t: number): never {
    throw new UserError(
      `joints: the equations are not positive definite at t = ${t} s due to rounding. Lower alpha of the joints: ${this.joints.map(({ system }) => `${system.name} has ${system.alpha}`).join(', ')}.`,
    );
  }

  private refuseInfinite(t: number): never {
    const bad = this.subassemblies.findIndex(({ delta }) => !delta.every(Number.isFinite));
    throw new UserError(
      `joints: at t = ${t} s the accelerations of ${this.name(bad)} are not finite. Check the variables at its handles: q, v, b, M and Q.`,
    );
  }

  visitState(state: StateVisitor): void {
    this.begun = state.boolean('begun', this.begun);
    visitAll(this.joints, state);
  }
}
