import { fail } from 'fmukit/author';
import { Joint } from '../multibody/absolute/absolute-joint';
import { pin } from '../multibody/absolute/absolute-joints';
import { Mechanism } from '../multibody/absolute/absolute-mechanism';
import { Couple } from '../multibody/absolute/couple';
import { Nodes } from '../multibody/absolute/nodes';
import { Rod } from '../multibody/absolute/rod';

/** Points of the squeezer, by number. */
export enum Point {
  O = 0,
  A = 1,
  B = 2,
  C = 3,
  D = 4,
  E = 5,
  F = 6,
  G = 7,
  H = 8,
}

/** Links, by number, each from its first point along x, E–B–D with E–B along y. */
export enum Link {
  OF = 0,
  EF = 1,
  HE = 2,
  GE = 3,
  AG = 4,
  AH = 5,
  EBD = 6,
}

/**
 * Andrews' squeezer mechanism (Schiehlen 1990; Zhang, Zhang, Zanoni & Masarati 2022, Sect. 5.1):
 * seven links in a plane, a spring between C on the ground and D, a constant torque on O–F. Planar
 * nodes: in space its ten revolute joints would hold the plane ten times over.
 */
export class Squeezer {
  readonly mechanism: Mechanism = new Mechanism(8, 10, 2);
  readonly torque: Couple = new Couple();
  readonly spring: Rod = new Rod();
  /** Masses [kg], centres of mass in the links' frames [m] and inertias about them [kg m²]. */
  readonly mass: StaticArray<f64> = new StaticArray<f64>(7);
  readonly centre: StaticArray<f64> = new StaticArray<f64>(14);
  readonly inertia: StaticArray<f64> = new StaticArray<f64>(7);
  /** Lengths O–F, E–F, H–E, G–E, A–G, A–H, E–B, and D in the frame of E–B–D [m]. */
  readonly length: StaticArray<f64> = new StaticArray<f64>(7);
  readonly D: StaticArray<f64> = new StaticArray<f64>(2);
  /**
   * Coordinates x and y of the points, for D to H at the present state [m], and nodes of the links.
   */
  readonly x: StaticArray<f64> = new StaticArray<f64>(9);
  readonly y: StaticArray<f64> = new StaticArray<f64>(9);
  readonly node: StaticArray<i32> = new StaticArray<i32>(7);
  private joints: StaticArray<Joint | null> = new StaticArray<Joint | null>(10);
  /** Text for messages about a link. */
  private complaints: StaticArray<string> = new StaticArray<string>(7);

  constructor() {
    const names: StaticArray<string> = new StaticArray<string>(10);
    names[0] = 'O-F at O';
    names[1] = 'O-F and E-F at F';
    names[2] = 'E-B-D and E-F at E';
    names[3] = 'E-B-D and G-E at E';
    names[4] = 'E-B-D and H-E at E';
    names[5] = 'A-G and G-E at G';
    names[6] = 'A-H and H-E at H';
    names[7] = 'A-G at A';
    names[8] = 'A-H at A';
    names[9] = 'E-B-D at B';
    for (let j: i32 = 0; j < 10; j++) this.joints[j] = new Joint(names[j]);
    const links: StaticArray<string> = this.complaints;
    links[Link.OF] = 'O-F';
    links[Link.EF] = 'E-F';
    links[Link.HE] = 'H-E';
    links[Link.GE] = 'G-E';
    links[Link.AG] = 'A-G';
    links[Link.AH] = 'A-H';
    links[Link.EBD] = 'E-B-D';
    for (let k: i32 = 0; k < 7; k++)
      links[k] = links[k] + ": Newton's iteration did not converge; shorten the step h";
  }

  /**
   * Builds the mechanism at rest. O–F has the angle β [rad] and the torque [N m]. The arrays x and y
   * contain the points A, B, C of the ground.
   */
  build(beta: f64, torque: f64): void {
    const mechanism: Mechanism = this.mechanism;
    this.arrange(beta);
    mechanism.clear();
    const ground: i32 = mechanism.nodes.addGiven(0.0, 0.0, 0.0);
    this.link(Link.OF, Point.O, Point.F);
    this.link(Link.EF, Point.E, Point.F);
    this.link(Link.HE, Point.H, Point.E);
    this.link(Link.GE, Point.G, Point.E);
    this.link(Link.AG, Point.A, Point.G);
    this.link(Link.AH, Point.A, Point.H);
    this.link(Link.EBD, Point.E, Point.B);
    const node: StaticArray<i32> = this.node;
    this.join(0, ground, node[Link.OF], Point.O);
    this.join(1, node[Link.OF], node[Link.EF], Point.F);
    this.join(2, node[Link.EBD], node[Link.EF], Point.E);
    this.join(3, node[Link.EBD], node[Link.GE], Point.E);
    this.join(4, node[Link.EBD], node[Link.HE], Point.E);
    this.join(5, node[Link.AG], node[Link.GE], Point.G);
    this.join(6, node[Link.AH], node[Link.HE], Point.H);
    this.join(7, ground, node[Link.AG], Point.A);
    this.join(8, ground, node[Link.AH], Point.A);
    this.join(9, ground, node[Link.EBD], Point.B);
    const C: i32 = Point.C;
    const D: i32 = Point.D;
    const nodes: Nodes = mechanism.nodes;
    this.spring.between(nodes, ground, this.x[C], this.y[C], 0.0, node[Link.EBD], this.x[D], this.y[D], 0.0);
    mechanism.add(this.spring);
    this.torque.on(node[Link.OF], 0.0, 0.0, torque);
    mechanism.add(this.torque);
    mechanism.close();
  }

  /** β [rad] and its rate [rad/s]. */
  angle(): f64 {
    return this.mechanism.nodes.angle(this.node[Link.OF]);
  }

  rate(): f64 {
    return this.mechanism.nodes.w[3 * this.node[Link.OF] + 2];
  }

  /** x and y of D to H from the nodes. */
  locate(): void {
    const L: StaticArray<f64> = this.length;
    this.point(Point.D, Link.EBD, this.D[0], this.D[1]);
    this.point(Point.E, Link.EF, 0.0, 0.0);
    this.point(Point.F, Link.OF, L[Link.OF], 0.0);
    this.point(Point.G, Link.GE, 0.0, 0.0);
    this.point(Point.H, Link.HE, 0.0, 0.0);
  }

  /** Closes the loops at β: E left of F–B, G left of A–E, H right of it, and D by E–B–D. */
  private arrange(beta: f64): void {
    const L: StaticArray<f64> = this.length;
    this.x[Point.O] = 0.0;
    this.y[Point.O] = 0.0;
    this.x[Point.F] = L[Link.OF] * Math.cos(beta);
    this.y[Point.F] = L[Link.OF] * Math.sin(beta);
    this.meet(Point.E, Point.F, L[Link.EF], Point.B, L[Link.EBD], 1.0);
    this.meet(Point.G, Point.A, L[Link.AG], Point.E, L[Link.GE], 1.0);
    this.meet(Point.H, Point.A, L[Link.AH], Point.E, L[Link.HE], -1.0);
    const ux: f64 = (this.x[Point.B] - this.x[Point.E]) / L[Link.EBD];
    const uy: f64 = (this.y[Point.B] - this.y[Point.E]) / L[Link.EBD];
    this.x[Point.D] = this.x[Point.E] + this.D[0] * uy + this.D[1] * ux;
    this.y[Point.D] = this.y[Point.E] - this.D[0] * ux + this.D[1] * uy;
  }

  /** Point k at distances r from p and s from q, left (1) or right (−1) of the way from p to q. */
  private meet(k: i32, p: i32, r: f64, q: i32, s: f64, side: f64): void {
    const dx: f64 = this.x[q] - this.x[p];
    const dy: f64 = this.y[q] - this.y[p];
    const d: f64 = Math.sqrt(dx * dx + dy * dy);
    const along: f64 = (r * r - s * s + d * d) / (2.0 * d);
    const square: f64 = r * r - along * along;
    if (!(square >= 0.0))
      fail(
        'andrews-squeezer: the links do not meet at beta_0; change lengths, points of the ground or beta_0',
      );
    const across: f64 = side * Math.sqrt(square);
    this.x[k] = this.x[p] + (along * dx - across * dy) / d;
    this.y[k] = this.y[p] + (along * dy + across * dx) / d;
  }

  private link(k: i32, from: i32, to: i32): void {
    const nodes: Nodes = this.mechanism.nodes;
    const dx: f64 = this.x[to] - this.x[from];
    const dy: f64 = this.y[to] - this.y[from];
    const angle: f64 = k == Link.EBD ? Math.atan2(-dx, dy) : Math.atan2(dy, dx);
    const i: i32 = nodes.addPlanarNode(this.complaints[k], this.x[from], this.y[from], angle);
    this.node[k] = i;
    nodes.addMass(
      i,
      this.mass[k],
      this.centre[2 * k],
      this.centre[2 * k + 1],
      0.0,
      0.0,
      0.0,
      this.inertia[k],
    );
  }

  private join(j: i32, a: i32, b: i32, at: i32): void {
    pin(this.mechanism, this.joints[j]!, a, b, this.x[at], this.y[at]);
  }

  private point(k: i32, link: i32, px: f64, py: f64): void {
    const nodes: Nodes = this.mechanism.nodes;
    const i: i32 = this.node[link];
    this.x[k] = nodes.x[3 * i] + nodes.R[9 * i] * px + nodes.R[9 * i + 1] * py;
    this.y[k] = nodes.x[3 * i + 1] + nodes.R[9 * i + 3] * px + nodes.R[9 * i + 4] * py;
  }
}
