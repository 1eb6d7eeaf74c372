import type { Coupling, CouplingContext, CouplingScheme } from '../../../master/coupling/coupling.ts';
import { Subassembly } from '../../../master/joints/joined-subassembly.ts';
import { Joint } from '../../../master/joints/joint.ts';
import { Frame } from '../../../master/joints/joint-frame.ts';
import { Side } from '../../../master/joints/joint-side.ts';
import { Skyline } from '../../../master/joints/skyline.ts';

/**
 * Connection of a part of a chain at handle 1: the joint to the part before it, or to the ground.
 */
interface Link {
  whole: Subassembly;
  joint: Joint;
  side: Side;
  /** Joint as the part before it sees it, at its handle 2. */
  before: { side: Side; whole: Subassembly } | undefined;
  C: Skyline;
  z: Float64Array;
  /** λ of the last step, which the part before gets. */
  lastLambda: Float64Array;
}

/**
 * Couples sealed parts of a chain by velocity–force Jacobi, cut at their joints.
 *
 * At t_n a part receives the motion of the part before it: positions and velocities at t_n, and the
 * acceleration of the last step. It returns the joint's force, which the part before it receives a
 * step later.
 */
export const velocityForce: CouplingScheme = {
  name: 'velocity-force',
  traits: { order: 1, implicit: false, interfaceModels: false, joints: true, needs: [] },
  couple: (context) => new VelocityForce(context),
};

class VelocityForce implements Coupling {
  private readonly links: Link[];
  private readonly advance: (t: number, H: number) => void;
  private begun = false;

  constructor({ system, instances, together }: CouplingContext) {
    const wholes = (system.subassemblies ?? []).map((subassembly) => new Subassembly(subassembly, instances));
    const ground = { q: Float64Array.of(0, 0, 0, 1, 0, 0, 0), v: new Float64Array(7) };
    this.links = (system.joints ?? []).map((item, i) => {
      const before = i === 0 ? undefined : wholes[i - 1];
      const joint = new Joint(item, new Frame(before?.handles[1] ?? ground), new Frame(wholes[i].handles[0]));
      return {
        ...{ whole: wholes[i], joint, side: new Side(joint, wholes[i], joint.JB, 0) },
        before: before && { side: new Side(joint, before, joint.JA, 7), whole: before },
        C: new Skyline(Array.from({ length: joint.rows }, () => 0)),
        ...{ z: new Float64Array(joint.rows), lastLambda: new Float64Array(joint.rows) },
      };
    });
    this.advance = together([...instances.keys()]);
  }

  settle(): boolean {
    return false;
  }

  step(_n: number, t: number, H: number): void {
    const { links } = this;
    for (const { whole } of links) whole.read();
    if (!this.begun) for (const link of links) open(link);
    this.begun = true;
    for (const { whole, joint, lastLambda } of links) {
      joint.evaluate();
      whole.factor();
      lastLambda.set(joint.lambda);
    }
    for (const { before, lastLambda } of links) before?.side.subtract(lastLambda, 0, before.whole.residual);
    for (const link of links) follow(link);
    for (const { whole } of links) whole.write();
    this.advance(t, H);
  }
}

/** The joint stands where the part's first handle stands at the start. Rods turn about z. */
function open({ whole, joint, before }: Link): void {
  const half = -0.5 * rod(whole, before?.whole);
  joint.B.at([half, 0, 0]);
  joint.A.meet(joint.B);
}

/**
 * Length of a rod: twice the way from its middle to where it is joined, x0 of the first part being
 * 0.
 */
function rod(whole: Subassembly, before: Subassembly | undefined): number {
  const x = whole.handles[0].q[0];
  return before === undefined ? 2 * x : x - before.handles[1].q[0];
}

/** Accelerations of a part whose handle 1 follows the part before. */
function follow({ whole, joint, side, before, C, z }: Link): void {
  const { alpha, mu, Omega } = joint.system;
  side.subtract(joint.lambda, 0, whole.residual);
  side.solve();
  C.clear();
  for (let r = 0; r < joint.rows; r++) {
    C.add(r, r, 1 / alpha);
    for (let s = 0; s <= r; s++) C.add(r, s, side.times(s, side.G, r * whole.n));
    z[r] = joint.gamma[r] + 2 * Omega * mu * joint.rate[r] + Omega * Omega * joint.Phi[r];
    z[r] += side.times(r, whole.handles[0].b, 0);
    if (before !== undefined) z[r] += before.side.times(r, before.whole.handles[1].b, -7);
    for (let k = 0; k < whole.n; k++) z[r] += side.G[r * whole.n + k] * whole.residual[k];
  }
  C.factor();
  C.solve(z);
  for (let r = 0; r < joint.rows; r++) joint.lambda[r] += z[r];
  side.subtract(z, 0, whole.residual);
  whole.delta.set(whole.residual);
  whole.solve(whole.delta);
}
