import { Element } from '../multibody/absolute/flexible-element';
import { Nodes } from '../multibody/absolute/nodes';
import { Tangent } from '../multibody/absolute/tangent';
import { Drive } from './shaft-torque';

/**
 * A drive inside a mechanism: motor and elastic coupling between the rotor and a node of the shaft.
 *
 * The rotor is a planar node whose angle φ is its only motion. A joint lets the shaft's node turn
 * only about x, by ψ. The twist δ = φ − ψ is known up to whole turns and taken between −π and π.
 * With R = R(ψ) about x and a small rotation:
 *
 *     tan ψ = R₃₂/R₂₂,   δψ = δφ_x − R₁₂ (R₂₂ δφ_y + R₃₂ δφ_z)/(R₂₂² + R₃₂²)
 */
export class DriveLine extends Element {
  readonly drive: Drive = new Drive();
  /** δ [rad], its rate [rad/s] and the torque on the shaft [N m]. */
  twist: f64 = 0.0;
  torque: f64 = 0.0;
  private rate: f64 = 0.0;
  private omega: f64 = 0.0;
  private rotor: i32 = 0;
  private shaft: i32 = 0;
  private K: StaticArray<f64> = new StaticArray<f64>(9);
  private slope: StaticArray<f64> = new StaticArray<f64>(3);

  between(rotor: i32, shaft: i32): void {
    this.rotor = rotor;
    this.shaft = shaft;
  }

  connect(tangent: Tangent): void {
    tangent.couple(this.rotor, this.shaft);
  }

  forces(nodes: Nodes, t: f64): void {
    const phi: f64 = nodes.angle(this.rotor);
    const R: i32 = 9 * this.shaft;
    const across: f64 = nodes.R[R + 1];
    const cosine: f64 = nodes.R[R + 4];
    const sine: f64 = nodes.R[R + 7];
    const c: f64 = Math.cos(phi);
    const s: f64 = Math.sin(phi);
    this.omega = nodes.w[3 * this.rotor + 2];
    this.twist = Math.atan2(s * cosine - c * sine, c * cosine + s * sine);
    this.rate = this.omega - nodes.w[3 * this.shaft];
    this.drive.evaluate(t, phi, this.omega);
    this.torque = this.drive.coupling(this.twist, this.rate);
    nodes.force[6 * this.rotor + 5] += this.drive.motor - this.torque;
    nodes.force[6 * this.shaft + 3] += this.torque;
    const square: f64 = cosine * cosine + sine * sine;
    this.slope[0] = 1.0;
    this.slope[1] = (-across * cosine) / square;
    this.slope[2] = (-across * sine) / square;
  }

  tangent(tangent: Tangent): void {
    const drive: Drive = this.drive;
    const a: i32 = this.rotor;
    const b: i32 = this.shaft;
    const K: StaticArray<f64> = this.K;
    // The rotor turns about z, the shaft about x.
    K.fill(0.0);
    K[8] = 1.0;
    tangent.addByPosition(a, 3, a, 3, drive.byAngle - drive.k, K, 0);
    tangent.addByVelocity(a, 3, a, 3, drive.byRate - drive.d, K, 0);
    K.fill(0.0);
    K[2] = 1.0;
    tangent.addByPosition(b, 3, a, 3, drive.k, K, 0);
    tangent.addByVelocity(b, 3, a, 3, drive.d, K, 0);
    K.fill(0.0);
    K[6] = 1.0;
    tangent.addByVelocity(a, 3, b, 3, drive.d, K, 0);
    for (let q: i32 = 0; q < 3; q++) K[6 + q] = this.slope[q];
    tangent.addByPosition(a, 3, b, 3, drive.k, K, 0);
    K.fill(0.0);
    K[0] = 1.0;
    tangent.addByVelocity(b, 3, b, 3, -drive.d, K, 0);
    for (let q: i32 = 0; q < 3; q++) K[q] = this.slope[q];
    tangent.addByPosition(b, 3, b, 3, -drive.k, K, 0);
  }

  override elastic(): f64 {
    return 0.5 * this.drive.k * this.twist * this.twist;
  }

  override dissipated(): f64 {
    return this.drive.d * this.rate * this.rate;
  }

  override supplied(): f64 {
    return this.drive.motor * this.omega;
  }
}
