import { Joint } from '../multibody/absolute/absolute-joint';
import { clamp, revolute } from '../multibody/absolute/absolute-joints';
import { Mechanism } from '../multibody/absolute/absolute-mechanism';
import { BeamWork } from '../multibody/absolute/beam';
import { Nodes } from '../multibody/absolute/nodes';
import { Bar } from './elastic-bar';
import { Steady } from './profiles';

/**
 * A four-bar mechanism of flexible bars in the plane y = 0 (Zhang, Zhang, Zanoni & Masarati 2022,
 * Sect. 5.2).
 *
 * A–B lies along z, B–C along x and C–D along −z, with A and D on the ground. Its joints turn about
 * y. The joint at C is tilted by an angle about z, so that rigid bars would not move. Bar A–B turns
 * at A with constant angular velocity.
 */
export class FlexibleFourBar {
  readonly mechanism: Mechanism;
  /** A–B, B–C, C–D. */
  readonly first: Bar;
  readonly second: Bar;
  readonly third: Bar;
  readonly angle: Steady = new Steady();
  private atA: Joint = new Joint('driven joint at A');
  private atB: Joint = new Joint('revolute joint at B');
  private atC: Joint = new Joint('tilted joint at C');
  private atD: Joint = new Joint('revolute joint at D');
  private u: StaticArray<f64> = new StaticArray<f64>(3);
  private v: StaticArray<f64> = new StaticArray<f64>(3);

  /** @param most beams of each bar that there is room for */
  constructor(most: i32) {
    const work: BeamWork = new BeamWork();
    this.mechanism = new Mechanism(6 * most + 5, 4, 3 * most);
    this.first = new Bar('bar A-B', most, work);
    this.second = new Bar('bar B-C', most, work);
    this.third = new Bar('bar C-D', most, work);
  }

  /**
   * Beams of each bar. Lengths of A–B and C–D, of B–C [m]. Tilt [rad]. Angular velocity [rad/s].
   * Time of the start [s].
   */
  build(beams: i32, height: f64, width: f64, tilt: f64, speed: f64, start: f64): void {
    const mechanism: Mechanism = this.mechanism;
    const nodes: Nodes = mechanism.nodes;
    this.angle.speed = speed;
    this.angle.from = start;
    mechanism.clear();
    const ground: i32 = nodes.addGiven(0.0, 0.0, 0.0);
    const turning: i32 = nodes.addTurning(this.angle, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0);
    this.axes(0.0, 0.0, 1.0, -1.0, 0.0, 0.0);
    this.first.place(mechanism, beams, 0.0, 0.0, 0.0, this.u, this.v, height);
    this.axes(1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    this.second.place(mechanism, beams, 0.0, 0.0, height, this.u, this.v, width);
    this.axes(0.0, 0.0, -1.0, 1.0, 0.0, 0.0);
    this.third.place(mechanism, beams, width, 0.0, height, this.u, this.v, height);
    clamp(mechanism, this.atA, turning, this.first.first, 0.0, 0.0, 0.0);
    this.axes(0.0, 0.0, 1.0, 1.0, 0.0, 0.0);
    revolute(mechanism, this.atB, this.first.last, this.second.first, 0.0, 0.0, height, this.u, this.v);
    revolute(mechanism, this.atD, ground, this.third.last, width, 0.0, 0.0, this.u, this.v);
    // The axis y, turned by the tilt about z: (−sin, cos, 0), perpendicular to z and (cos, sin, 0).
    this.axes(0.0, 0.0, 1.0, Math.cos(tilt), Math.sin(tilt), 0.0);
    revolute(mechanism, this.atC, this.second.last, this.third.first, width, 0.0, height, this.u, this.v);
    mechanism.close();
    this.swing(speed, height);
  }

  /** Torque of the drive on bar A–B about y [N m]. */
  torque(): f64 {
    return this.atA.torque(this.mechanism.nodes, 1);
  }

  /** The velocities of rigid bars: A–B and C–D turn, B–C moves on a circle. */
  private swing(speed: f64, height: f64): void {
    const nodes: Nodes = this.mechanism.nodes;
    for (let i: i32 = this.first.first; i <= this.third.last; i++) {
      const middle: bool = i >= this.second.first && i <= this.second.last;
      nodes.v[3 * i] = speed * (middle ? height : nodes.x[3 * i + 2]);
      nodes.w[3 * i + 1] = middle ? 0.0 : speed;
    }
  }

  private axes(ux: f64, uy: f64, uz: f64, vx: f64, vy: f64, vz: f64): void {
    this.u[0] = ux;
    this.u[1] = uy;
    this.u[2] = uz;
    this.v[0] = vx;
    this.v[1] = vy;
    this.v[2] = vz;
  }
}
