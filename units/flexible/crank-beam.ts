import { Joint } from '../multibody/absolute/absolute-joint';
import { clamp, revolute, spherical } from '../multibody/absolute/absolute-joints';
import { Mechanism } from '../multibody/absolute/absolute-mechanism';
import { BeamWork } from '../multibody/absolute/beam';
import { Nodes } from '../multibody/absolute/nodes';
import { Bar } from './elastic-bar';
import { Ramp } from './profiles';

/**
 * A thin beam R–T along x, clamped at R (Zhang, Zhang, Zanoni & Masarati 2022, Sect. 5.3). A link
 * C–B and a crank B–G lift its end T until it buckles sideways. C is rigidly connected to T with an
 * offset d in y. The crank turns about −y by a prescribed angle.
 */
export class CrankBeam {
  readonly mechanism: Mechanism;
  readonly beam: Bar;
  readonly link: Bar;
  readonly crank: Bar;
  readonly angle: Ramp = new Ramp();
  private atR: Joint = new Joint('clamp at R');
  private atC: Joint = new Joint('spherical joint at C');
  private atB: Joint = new Joint('revolute joint at B');
  private atG: Joint = new Joint('driven joint at G');
  private u: StaticArray<f64> = new StaticArray<f64>(3);
  private v: StaticArray<f64> = new StaticArray<f64>(3);

  /** @param most beams of R–T that there is room for @param few of link and crank */
  constructor(most: i32, few: i32) {
    const work: BeamWork = new BeamWork();
    this.mechanism = new Mechanism(2 * most + 4 * few + 5, 4, most + 2 * few);
    this.beam = new Bar('beam R-T', most, work);
    this.link = new Bar('link C-B', few, work);
    this.crank = new Bar('crank B-G', few, work);
  }

  /** Numbers of beams. Lengths of beam, link and crank, offset d [m]. */
  build(beams: i32, few: i32, L: f64, link: f64, crank: f64, d: f64): void {
    const mechanism: Mechanism = this.mechanism;
    const nodes: Nodes = mechanism.nodes;
    mechanism.clear();
    const ground: i32 = nodes.addGiven(0.0, 0.0, 0.0);
    const turning: i32 = nodes.addTurning(this.angle, L - crank, d, -link, 0.0, -1.0, 0.0);
    this.axes(1.0, 0.0);
    this.beam.place(mechanism, beams, 0.0, 0.0, 0.0, this.u, this.v, L);
    this.axes(0.0, -1.0);
    this.link.place(mechanism, few, L, d, 0.0, this.u, this.v, link);
    this.axes(-1.0, 0.0);
    this.crank.place(mechanism, few, L, d, -link, this.u, this.v, crank);
    clamp(mechanism, this.atR, ground, this.beam.first, 0.0, 0.0, 0.0);
    spherical(mechanism, this.atC, this.beam.last, this.link.first, L, d, 0.0);
    this.u[0] = 0.0;
    this.u[2] = 1.0;
    this.v[0] = 1.0;
    this.v[1] = 0.0;
    revolute(mechanism, this.atB, this.link.last, this.crank.first, L, d, -link, this.u, this.v);
    clamp(mechanism, this.atG, turning, this.crank.last, L - crank, d, -link);
    mechanism.close();
  }

  /** Torque of the drive on the crank about −y [N m]. */
  torque(): f64 {
    return -this.atG.torque(this.mechanism.nodes, 1);
  }

  /** u ← (x, 0, z), v ← y. */
  private axes(x: f64, z: f64): void {
    this.u[0] = x;
    this.u[1] = 0.0;
    this.u[2] = z;
    this.v.fill(0.0);
    this.v[1] = 1.0;
  }
}
