import { Relation } from './cuts/relation';
import { Span } from './cuts/span';
import { Motion } from './joints/joint-motion';

/**
 * A straight actuator from Q on body b to P on body a (Jaiswal et al. 2021a, eq. 45):
 *
 *     s = |d|,  d = P − Q,  e = d/s,  ṡ = e · ḋ = g · ż,  ė = (ḋ − ṡ e)/s
 *
 * A force F that pushes its ends apart does the generalized force F g, with g its row for the joint
 * coordinates.
 */
export class LineActuator {
  readonly span: Span;
  readonly relation: Relation;
  /** Length [m] and rate [m/s]. */
  s: f64 = 0.0;
  sDot: f64 = 0.0;

  constructor(a: i32, b: i32) {
    this.span = new Span(a, b);
    this.relation = new Relation(a, b, 1);
  }

  /** Changes the body a that carries P. */
  push(a: i32): void {
    this.span.a = a;
    this.relation.a = a;
  }

  positions(motion: Motion): void {
    const span: Span = this.span;
    span.positions(motion);
    const x: f64 = span.d(0);
    const y: f64 = span.d(1);
    const z: f64 = span.d(2);
    const s: f64 = Math.sqrt(x * x + y * y + z * z);
    const p: StaticArray<f64> = span.points;
    this.s = s;
    this.relation.setLine(0, unchecked(p[0]), unchecked(p[1]), unchecked(p[2]), x / s, y / s, z / s);
  }

  velocities(motion: Motion): void {
    this.sDot = this.relation.rate(motion, 0);
  }

  /** ġ · ż: s̈ at z̈ = 0 [m/s²]. */
  bias(motion: Motion): f64 {
    const span: Span = this.span;
    span.velocities(motion);
    const phi: StaticArray<f64> = this.relation.phi;
    const p: StaticArray<f64> = span.points;
    const u: StaticArray<f64> = span.rates;
    const x: f64 = (span.dDot(0) - this.sDot * phi[0]) / this.s;
    const y: f64 = (span.dDot(1) - this.sDot * phi[1]) / this.s;
    const z: f64 = (span.dDot(2) - this.sDot * phi[2]) / this.s;
    this.relation.setLineRate(0, p[0], p[1], p[2], u[0], u[1], u[2], x, y, z);
    return this.relation.bias(motion, 0);
  }
}
