import { Motion } from '../joints/joint-motion';
import { CutJoint } from './cut-joint';
import { Span } from './span';

/**
 * A massless rod of constant length L with spherical joints at its ends, P on body a and Q on body
 * b:
 *
 *     Φ = (|P − Q|² − L²)/(2 L) [m],    φ = (e, P × e) with e = (P − Q)/L
 */
export class RodCut extends CutJoint {
  readonly span: Span;
  /** L [m], > 0. */
  length: f64 = 1.0;

  constructor(a: i32, b: i32) {
    super(a, b, 1);
    this.span = new Span(a, b);
  }

  positions(motion: Motion): void {
    const span: Span = this.span;
    span.positions(motion);
    const x: f64 = span.d(0);
    const y: f64 = span.d(1);
    const z: f64 = span.d(2);
    const L: f64 = this.length;
    const p: StaticArray<f64> = span.points;
    this.Phi[0] = 0.5 * ((x * x + y * y + z * z) / L - L);
    this.relation.setLine(0, p[0], p[1], p[2], x / L, y / L, z / L);
  }

  velocities(motion: Motion): void {
    const span: Span = this.span;
    span.velocities(motion);
    const L: f64 = this.length;
    const p: StaticArray<f64> = span.points;
    const u: StaticArray<f64> = span.rates;
    const x: f64 = span.dDot(0) / L;
    const y: f64 = span.dDot(1) / L;
    const z: f64 = span.dDot(2) / L;
    this.relation.setLineRate(0, p[0], p[1], p[2], u[0], u[1], u[2], x, y, z);
  }
}
