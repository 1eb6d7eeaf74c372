import { Axis, cross } from '../joints/axis';
import { Direction } from '../joints/direction';
import { Motion } from '../joints/joint-motion';
import { CutJoint } from './cut-joint';
import { Span } from './span';

/**
 * A cut translational joint: a point P of body a stays on the line through Q of body b along e_b,
 * and a does not turn against b. With a second axis w perpendicular to e, and n = w × e:
 *
 *     Φ₁ = n_b · (P − Q),  Φ₂ = e_a · n_b
 *     spatial: Φ₃ = w_b · (P − Q), Φ₄ = e_a · w_b, Φ₅ = w_a · n_b
 *
 * In a planar mechanism with the normal w the first two rows are enough (Jaiswal et al. 2021a,
 * Sect. 5). The others are redundant.
 */
export class TranslationalCut extends CutJoint {
  readonly span: Span;
  private n: Direction;
  private w: Direction;
  private eA: Direction;
  private wA: Direction;

  /** @param along e, in the frames of both bodies @param normal w, likewise */
  constructor(
    a: i32,
    b: i32,
    along: Axis,
    normal: Axis,
    readonly spatial: bool,
  ) {
    super(a, b, spatial ? 5 : 2);
    this.span = new Span(a, b);
    this.n = new Direction(b, cross(normal, along));
    this.w = new Direction(b, normal);
    this.eA = new Direction(a, along);
    this.wA = new Direction(a, normal);
  }

  positions(motion: Motion): void {
    this.span.positions(motion);
    this.n.positions(motion);
    this.eA.positions(motion);
    this.plane(0, this.span, this.n);
    this.perpendicular(1, this.eA, this.n);
    if (!this.spatial) return;
    this.w.positions(motion);
    this.wA.positions(motion);
    this.plane(2, this.span, this.w);
    this.perpendicular(3, this.eA, this.w);
    this.perpendicular(4, this.wA, this.n);
  }

  velocities(motion: Motion): void {
    this.span.velocities(motion);
    this.n.velocities(motion);
    this.eA.velocities(motion);
    this.planeRate(0, this.span, this.n);
    this.perpendicularRate(1, this.eA, this.n);
    if (!this.spatial) return;
    this.w.velocities(motion);
    this.wA.velocities(motion);
    this.planeRate(2, this.span, this.w);
    this.perpendicularRate(3, this.eA, this.w);
    this.perpendicularRate(4, this.wA, this.n);
  }
}
