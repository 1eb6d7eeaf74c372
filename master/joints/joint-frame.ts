import type { Stateful, StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';
import { rotate, rotateBack, rotationJacobian } from './euler-rotation.ts';

/**
 * Coordinates of a handle's body, or of the ground: reference point [m], Euler parameters, and
 * their rates.
 */
export interface Pose {
  readonly q: Float64Array;
  readonly v: Float64Array;
}

/**
 * Body-fixed vector in the axes of the body and of the ground, with the derivatives that
 * constraints need.
 */
export class Fixed {
  /** Vector in the body's axes. */
  readonly s: Float64Array = new Float64Array(3);
  /** u = A s, u̇, and the part of ü without p̈. */
  readonly u: Float64Array = new Float64Array(3);
  readonly rate: Float64Array = new Float64Array(3);
  readonly curvature: Float64Array = new Float64Array(3);
  /** ∂u/∂p, 3 × 4. */
  readonly B: Float64Array = new Float64Array(12);
  private readonly work = new Float64Array(12);

  evaluate({ q, v }: Pose): void {
    rotate(q, 3, this.s, this.u);
    rotationJacobian(q, 3, this.s, this.B);
    rotationJacobian(v, 3, this.s, this.work);
    times(this.B, v, this.rate);
    times(this.work, v, this.curvature);
  }
}

/** y ← B ṗ. */
function times(B: Float64Array, v: Float64Array, y: Float64Array): void {
  for (let i = 0; i < 3; i++)
    y[i] = B[4 * i] * v[3] + B[4 * i + 1] * v[4] + B[4 * i + 2] * v[5] + B[4 * i + 3] * v[6];
}

/**
 * Frame of a joint on one of its two bodies: a point, an axis, and two normals that complete a
 * right-handed frame.
 */
export class Frame implements Stateful {
  readonly point: Fixed = new Fixed();
  readonly axis: Fixed = new Fixed();
  readonly normal: Fixed = new Fixed();
  readonly binormal: Fixed = new Fixed();

  constructor(readonly pose: Pose) {}

  /** Sets the point [m], in the body's axes. */
  at(point: ArrayLike<number>): void {
    this.point.s.set(Array.from(point));
  }

  /**
   * Sets the axis in the body's axes, of any length. The normals follow from the coordinate axis
   * farthest from it.
   */
  along(axis: ArrayLike<number>): void {
    const [x, y, z] = Array.from(axis);
    const length = Math.sqrt(x * x + y * y + z * z);
    const [a, b, c] = [x / length, y / length, z / length];
    const n = Math.abs(a) > Math.abs(b) ? [c, 0, -a] : [0, -c, b];
    const scale = 1 / Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    this.axis.s.set([a, b, c]);
    this.normal.s.set(n.map((value) => scale * value));
    this.binormal.s.set(
      [b * n[2] - c * n[1], c * n[0] - a * n[2], a * n[1] - b * n[0]].map((y) => scale * y),
    );
  }

  /** Sets the point to the present point of the other frame. */
  meet(other: Frame): void {
    const { q } = this.pose;
    const { point, pose } = other;
    rotate(pose.q, 3, point.s, point.u);
    for (let k = 0; k < 3; k++) this.point.s[k] = pose.q[k] + point.u[k] - q[k];
    rotateBack(q, 3, this.point.s, this.point.s);
  }

  /** Sets the axis to the present axis of the other frame. */
  align(other: Frame): void {
    this.along(this.transformDirection(other, 'axis'));
  }

  /** Sets the normals to the present normals of the other frame. */
  turn(other: Frame): void {
    this.normal.s.set(this.transformDirection(other, 'normal'));
    this.binormal.s.set(this.transformDirection(other, 'binormal'));
  }

  private transformDirection(other: Frame, what: 'axis' | 'normal' | 'binormal'): Float64Array {
    const direction = new Float64Array(3);
    rotate(other.pose.q, 3, other[what].s, direction);
    rotateBack(this.pose.q, 3, direction, direction);
    return direction;
  }

  evaluate(): void {
    this.point.evaluate(this.pose);
    this.axis.evaluate(this.pose);
    this.normal.evaluate(this.pose);
    this.binormal.evaluate(this.pose);
  }

  visitState(state: StateVisitor): void {
    state.array('point', this.point.s);
    state.array('axis', this.axis.s);
    state.array('normal', this.normal.s);
    state.array('binormal', this.binormal.s);
  }
}
