import { Joint } from '../multibody/absolute/absolute-joint';
import { cylindrical } from '../multibody/absolute/absolute-joints';
import { Mechanism } from '../multibody/absolute/absolute-mechanism';
import { BeamWork } from '../multibody/absolute/beam';
import { Nodes } from '../multibody/absolute/nodes';
import { Rod } from '../multibody/absolute/rod';
import { Bar } from './elastic-bar';
import { Ramp, TwoRamps } from './profiles';

/**
 * A shaft along x with a disk off centre at mid-span (Zhang, Zhang, Zanoni & Masarati 2022, Sect.
 * 5.4).
 *
 * Its end R turns with the angular velocity Ω(t). It turns freely if an element added before
 * `mechanism.close` drives it. Its end T slides and turns freely about x. Both ends are fixed in
 * bending. Gravity −g in z grows over the first half of `settle`. A viscous rod to ground holds
 * mid-span for ¾ of `settle`. The shaft therefore hangs still when it starts to turn.
 */
export class Shaft {
  readonly mechanism: Mechanism;
  readonly bar: Bar;
  readonly speed: TwoRamps = new TwoRamps();
  ground: i32 = 0;
  readonly weight: Ramp = new Ramp();
  readonly damper: Rod = new Rod();
  private driven: Joint = new Joint('end R of the shaft');
  private sliding: Joint = new Joint('end T of the shaft');
  private disk: StaticArray<f64> = new StaticArray<f64>(4);
  private u: StaticArray<f64> = new StaticArray<f64>(3);
  private v: StaticArray<f64> = new StaticArray<f64>(3);

  /** @param most beams that there is room for @param extra nodes, joints and elements of a drive */
  constructor(most: i32, extra: i32 = 0) {
    this.mechanism = new Mechanism(2 * most + 2 + extra, 2 + extra, most + 1 + extra);
    this.bar = new Bar('shaft', most, new BeamWork());
  }

  /**
   * The disk: mass [kg], distance of its centre of mass from the axis [m], inertias about the axis
   * and across [kg m²].
   */
  setDisk(m: f64, offset: f64, J1: f64, J2: f64): void {
    this.disk[0] = m;
    this.disk[1] = offset;
    this.disk[2] = J1;
    this.disk[3] = J2;
  }

  /**
   * A body on end R that turns with it, before the mechanism is closed: J about x [kg m²]. The
   * bearing holds its mass, so that any will do.
   */
  addHub(J: f64): void {
    this.mechanism.nodes.addMass(this.bar.first, 1.0, 0.0, 0.0, 0.0, J, J, J);
  }

  /** Torque of the drive on end R about x [N m]. */
  torque(): f64 {
    return this.driven.torque(this.mechanism.nodes, 0);
  }

  /**
   * Length L [m], `count` beams. Gravity g [m/s²], time from which it grows [s], duration of the
   * settling [s]. End R turns with Ω(t).
   */
  build(count: i32, L: f64, g: f64, start: f64, settle: f64): void {
    this.place(count, L, g, start, settle, true);
    this.mechanism.close();
  }

  /** Places the shaft before the mechanism is closed. End R may turn freely. */
  place(count: i32, L: f64, g: f64, start: f64, settle: f64, steered: bool): void {
    const mechanism: Mechanism = this.mechanism;
    const u: StaticArray<f64> = this.u;
    const v: StaticArray<f64> = this.v;
    mechanism.clear();
    const ground: i32 = mechanism.nodes.addGiven(0.0, 0.0, 0.0);
    this.ground = ground;
    u.fill(0.0);
    v.fill(0.0);
    u[0] = 1.0;
    v[1] = 1.0;
    this.bar.place(mechanism, count, 0.0, 0.0, 0.0, u, v, L);
    const disk: StaticArray<f64> = this.disk;
    if (disk[0] > 0.0)
      mechanism.nodes.addMass(this.bar.middle(), disk[0], 0.0, 0.0, disk[1], disk[2], disk[3], disk[3]);
    this.hold(ground, L, steered);
    this.weight.a = 1.0;
    this.weight.from = start;
    this.weight.duration = 0.5 * settle;
    mechanism.nodes.setGravity(0.0, 0.0, -g, this.weight);
    const middle: i32 = this.bar.middle();
    this.damper.between(mechanism.nodes, ground, 0.5 * L, 0.0, -1.0, middle, 0.5 * L, 0.0, 0.0);
    this.damper.until = start + 0.75 * settle;
    mechanism.add(this.damper);
  }

  private hold(ground: i32, L: f64, steered: bool): void {
    const mechanism: Mechanism = this.mechanism;
    const nodes: Nodes = mechanism.nodes;
    const driven: Joint = this.driven;
    const u: StaticArray<f64> = this.u;
    u[0] = 0.0;
    u[1] = 1.0;
    this.v[1] = 0.0;
    this.v[2] = 1.0;
    driven.between(nodes, ground, this.bar.first, 0.0, 0.0, 0.0);
    driven.holdAll(nodes);
    driven.hinge(nodes, u, this.v);
    if (steered) driven.turn(nodes, this.speed, 1.0, 0.0, 0.0);
    mechanism.addJoint(driven);
    cylindrical(mechanism, this.sliding, ground, this.bar.last, L, 0.0, 0.0, u, this.v);
  }
}
