import { Axis, firstNormal, secondNormal } from '../joints/axis';
import { Direction } from '../joints/direction';
import { Motion } from '../joints/joint-motion';
import { CutJoint } from './cut-joint';
import { Span } from './span';

/**
 * A cut revolute joint: a point of body a coincides with a point of body b, and an axis of a with
 * an axis of b.
 *
 *     Φ₁,₂ = n₁,₂ · (P − Q) with n ⊥ the axis of b
 *     spatial: Φ₃ = axis · (P − Q), Φ₄,₅ = axis_a · n₁,₂
 *
 * In a planar mechanism with axes parallel by its other joints the first two rows are enough
 * (Jaiswal et al. 2021a, Sect. 5). The others are redundant.
 */
export class RevoluteCut extends CutJoint {
  readonly span: Span;
  private n1: Direction;
  private n2: Direction;
  private axis: Direction;
  private axisA: Direction;

  constructor(
    a: i32,
    b: i32,
    axisA: Axis,
    axisB: Axis,
    readonly spatial: bool,
  ) {
    super(a, b, spatial ? 5 : 2);
    this.span = new Span(a, b);
    this.n1 = new Direction(b, firstNormal(axisB));
    this.n2 = new Direction(b, secondNormal(axisB));
    this.axis = new Direction(b, axisB);
    this.axisA = new Direction(a, axisA);
  }

  positions(motion: Motion): void {
    this.span.positions(motion);
    this.n1.positions(motion);
    this.n2.positions(motion);
    this.plane(0, this.span, this.n1);
    this.plane(1, this.span, this.n2);
    if (!this.spatial) return;
    this.axis.positions(motion);
    this.axisA.positions(motion);
    this.plane(2, this.span, this.axis);
    this.perpendicular(3, this.axisA, this.n1);
    this.perpendicular(4, this.axisA, this.n2);
  }

  velocities(motion: Motion): void {
    this.span.velocities(motion);
    this.n1.velocities(motion);
    this.n2.velocities(motion);
    this.planeRate(0, this.span, this.n1);
    this.planeRate(1, this.span, this.n2);
    if (!this.spatial) return;
    this.axis.velocities(motion);
    this.axisA.velocities(motion);
    this.planeRate(2, this.span, this.axis);
    this.perpendicularRate(3, this.axisA, this.n1);
    this.perpendicularRate(4, this.axisA, this.n2);
  }
}
