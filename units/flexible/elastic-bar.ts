import { fail, idiv } from 'fmukit/author';
import { Mechanism } from '../multibody/absolute/absolute-mechanism';
import { multiplyTransposed } from '../multibody/absolute/algebra';
import { Beam, BeamWork } from '../multibody/absolute/beam';
import { Nodes } from '../multibody/absolute/nodes';
import { Section } from './section';

/**
 * A straight bar of n equal three-node beams with 2n + 1 nodes. Each node has the mass of the
 * nearest piece of the bar. At the ends this is half a piece, whose centre lies inside the bar.
 */
export class Bar {
  readonly section: Section = new Section();
  /** First and last node. Number of beams. */
  first: i32 = 0;
  last: i32 = 0;
  count: i32 = 0;
  readonly beams: StaticArray<Beam | null>;
  /** Text for messages about its nodes, by position. */
  private readonly complaints: StaticArray<string> = new StaticArray<string>(5);

  /** @param most beams that there is room for */
  constructor(
    name: string,
    readonly most: i32,
    work: BeamWork,
  ) {
    this.beams = new StaticArray<Beam | null>(most);
    for (let k: i32 = 0; k < most; k++) {
      const beam: Beam = new Beam(work);
      this.beams[k] = beam;
    }
    const says: string =
      ": Newton's iteration did not converge; shorten the step h, or choose a method with more dissipation";
    this.complaints[0] = name + ', first end' + says;
    this.complaints[1] = name + ', first half' + says;
    this.complaints[2] = name + ', middle' + says;
    this.complaints[3] = name + ', second half' + says;
    this.complaints[4] = name + ', second end' + says;
  }

  /** Its nodes, from (x, y, z) [m] along the unit vector a, with b as second axis. Length L [m]. */
  place(
    mechanism: Mechanism,
    count: i32,
    x: f64,
    y: f64,
    z: f64,
    a: StaticArray<f64>,
    b: StaticArray<f64>,
    L: f64,
  ): void {
    if (count < 1 || count > this.most) fail('bar: the number of beams is outside its bounds');
    const piece: f64 = L / f64(2 * count);
    this.count = count;
    for (let k: i32 = 0; k <= 2 * count; k++) {
      const s: f64 = piece * f64(k);
      const node: i32 = mechanism.nodes.addNode(
        this.complaint(k, count),
        x + s * a[0],
        y + s * a[1],
        z + s * a[2],
      );
      mechanism.nodes.turnNode(node, a, b);
      if (k == 0) this.first = node;
      this.last = node;
      const end: bool = k == 0 || k == 2 * count;
      const length: f64 = end ? 0.5 * piece : piece;
      const offset: f64 = !end ? 0.0 : k == 0 ? 0.25 * piece : -0.25 * piece;
      this.addPiece(mechanism, node, length, offset);
    }
    this.join(mechanism, L / f64(count));
  }

  /** Returns the text for messages about the k-th node. */
  private complaint(k: i32, count: i32): string {
    if (k == 0) return this.complaints[0];
    if (k == 2 * count) return this.complaints[4];
    return this.complaints[k < count ? 1 : k == count ? 2 : 3];
  }

  /** The node in the middle of the bar. */
  middle(): i32 {
    return this.first + this.count;
  }

  private addPiece(mechanism: Mechanism, node: i32, length: f64, offset: f64): void {
    const section: Section = this.section;
    const slender: f64 = (section.mass * length * length * length) / 12.0;
    mechanism.nodes.addMass(
      node,
      section.mass * length,
      offset,
      0.0,
      0.0,
      section.inertia[0] * length,
      section.inertia[1] * length + slender,
      section.inertia[2] * length + slender,
    );
  }

  private join(mechanism: Mechanism, length: f64): void {
    const s: StaticArray<f64> = this.section.stiffness;
    for (let k: i32 = 0; k < this.count; k++) {
      const beam: Beam = this.beams[k]!;
      const i: i32 = this.first + 2 * k;
      beam.setStiffness(s[0], s[1], s[2], s[3], s[4], s[5]);
      beam.between(mechanism.nodes, i, i + 1, i + 2, length);
      mechanism.add(beam);
    }
  }
}

/**
 * Force [N] and moment [N m] in a bar's middle, in the frame of the section: the mean of the two
 * points that are nearest to it.
 */
export function middleForces(bar: Bar, F: StaticArray<f64>, M: StaticArray<f64>): void {
  const half: i32 = idiv(bar.count, 2);
  const odd: bool = bar.count % 2 == 1;
  const before: Beam = bar.beams[odd ? half : half - 1]!;
  const after: Beam = bar.beams[half]!;
  for (let p: i32 = 0; p < 3; p++) {
    F[p] = 0.5 * (before.local[odd ? p : 6 + p] + after.local[odd ? 6 + p : p]);
    M[p] = 0.5 * (before.local[odd ? 3 + p : 9 + p] + after.local[odd ? 9 + p : 3 + p]);
  }
}

/**
 * Returns the rotation of a node about x since the start [rad], in the sequence y, x, z, with Q = R
 * R₀ᵀ:
 *
 *     θ = atan2(Q₃₂, Q₃₃ cos ψ − Q₃₁ sin ψ),   tan ψ = −Q₃₁/Q₃₃
 */
export function rotationAboutX(nodes: Nodes, i: i32, first: StaticArray<f64>, work: StaticArray<f64>): f64 {
  multiplyTransposed(nodes.R, 9 * i, first, 0, work, 0);
  const psi: f64 = Math.atan2(-work[6], work[8]);
  return Math.atan2(work[7], work[8] * Math.cos(psi) - work[6] * Math.sin(psi));
}

/**
 * x, y and z of `count` points of a bar's centre line [m], at equal shares of its nodes, from o[k]
 * on.
 */
export function centreLine(
  nodes: Nodes,
  bar: Bar,
  x: StaticArray<f64>,
  y: StaticArray<f64>,
  z: StaticArray<f64>,
  k: i32,
  count: i32,
): void {
  for (let n: i32 = 0; n < count; n++) {
    const place: f64 = (f64(2 * bar.count) * f64(n)) / f64(count - 1);
    const node: i32 = min2(i32(Math.floor(place)), 2 * bar.count - 1);
    const share: f64 = place - f64(node);
    const i: i32 = 3 * (bar.first + node);
    x[k + n] = nodes.x[i] + share * (nodes.x[i + 3] - nodes.x[i]);
    y[k + n] = nodes.x[i + 1] + share * (nodes.x[i + 4] - nodes.x[i + 1]);
    z[k + n] = nodes.x[i + 2] + share * (nodes.x[i + 5] - nodes.x[i + 2]);
  }
}

function min2(a: i32, b: i32): i32 {
  return a < b ? a : b;
}
