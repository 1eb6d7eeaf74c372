import { Bodies } from './bodies';
import { rotate, rotationJacobian } from './euler-parameters';

/**
 * A vector fixed in a body, in the axes of the body and of the ground, with the derivatives that
 * constraints need.
 */
export class Fixed {
  /** Components in the body's axes. */
  readonly s: StaticArray<f64> = new StaticArray<f64>(3);
  /** u = A s, u̇, and the part of ü without p̈. */
  readonly u: StaticArray<f64> = new StaticArray<f64>(3);
  readonly rate: StaticArray<f64> = new StaticArray<f64>(3);
  readonly curvature: StaticArray<f64> = new StaticArray<f64>(3);
  /** B = ∂u/∂p, 3 × 4. */
  readonly B: StaticArray<f64> = new StaticArray<f64>(12);
  private work: StaticArray<f64> = new StaticArray<f64>(12);

  set(x: f64, y: f64, z: f64): void {
    this.s[0] = x;
    this.s[1] = y;
    this.s[2] = z;
  }

  /** s, given in the ground's axes, is written in the body's. */
  turnBack(q: StaticArray<f64>, at: i32): void {
    const work: StaticArray<f64> = this.work;
    work[0] = q[at];
    for (let k: i32 = 1; k < 4; k++) work[k] = -q[at + k];
    rotate(work, 0, this.s, this.u);
    for (let k: i32 = 0; k < 3; k++) this.s[k] = this.u[k];
  }

  turn(q: StaticArray<f64>, at: i32): void {
    rotate(q, at, this.s, this.u);
  }

  linearize(q: StaticArray<f64>, at: i32): void {
    rotationJacobian(q, at, this.s, this.B);
  }

  /** u̇ and its part of ü. After `linearize` at the same q. */
  move(v: StaticArray<f64>, at: i32): void {
    rotationJacobian(v, at, this.s, this.work);
    times(this.B, v, at, this.rate);
    times(this.work, v, at, this.curvature);
  }
}

/** y ← B x with four numbers x from index `at`. */
function times(B: StaticArray<f64>, x: StaticArray<f64>, at: i32, y: StaticArray<f64>): void {
  for (let i: i32 = 0; i < 3; i++)
    y[i] = B[4 * i] * x[at] + B[4 * i + 1] * x[at + 1] + B[4 * i + 2] * x[at + 2] + B[4 * i + 3] * x[at + 3];
}

/**
 * A joint's frame on one of its bodies: a point, an axis, and two normals with which it is
 * right-handed.
 */
export class Frame {
  readonly point: Fixed = new Fixed();
  readonly axis: Fixed = new Fixed();
  readonly normal: Fixed = new Fixed();
  readonly binormal: Fixed = new Fixed();

  constructor(
    readonly bodies: Bodies,
    readonly body: i32,
  ) {
    this.along(0.0, 0.0, 1.0);
  }

  /** The point in the body's axes [m]. */
  at(x: f64, y: f64, z: f64): void {
    this.point.set(x, y, z);
  }

  /**
   * The axis in the body's axes, of any length. The normals follow from the coordinate axis that it
   * is farthest from.
   */
  along(x: f64, y: f64, z: f64): void {
    const length: f64 = Math.sqrt(x * x + y * y + z * z);
    const a: f64 = x / length;
    const b: f64 = y / length;
    const c: f64 = z / length;
    this.axis.set(a, b, c);
    let nx: f64 = 0.0;
    let ny: f64 = -c;
    let nz: f64 = b;
    if (Math.abs(a) > Math.abs(b)) {
      nx = c;
      ny = 0.0;
      nz = -a;
    }
    const scale: f64 = 1.0 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    this.normal.set(scale * nx, scale * ny, scale * nz);
    this.binormal.set(scale * (b * nz - c * ny), scale * (c * nx - a * nz), scale * (a * ny - b * nx));
  }

  /**
   * Sets point [m] and axis in the ground's axes at the present position of the body. Frames of two
   * bodies with equal arguments coincide.
   */
  stand(x: f64, y: f64, z: f64, ux: f64, uy: f64, uz: f64): void {
    const q: StaticArray<f64> = this.bodies.q;
    const at: i32 = 7 * this.body;
    this.along(ux, uy, uz);
    this.point.set(x - q[at], y - q[at + 1], z - q[at + 2]);
    this.point.turnBack(q, at + 3);
    this.axis.turnBack(q, at + 3);
    this.normal.turnBack(q, at + 3);
    this.binormal.turnBack(q, at + 3);
  }

  turn(): void {
    const q: StaticArray<f64> = this.bodies.q;
    const at: i32 = 7 * this.body + 3;
    this.point.turn(q, at);
    this.axis.turn(q, at);
    this.normal.turn(q, at);
    this.binormal.turn(q, at);
  }

  linearize(): void {
    const q: StaticArray<f64> = this.bodies.q;
    const at: i32 = 7 * this.body + 3;
    this.point.linearize(q, at);
    this.axis.linearize(q, at);
    this.normal.linearize(q, at);
    this.binormal.linearize(q, at);
  }

  move(): void {
    const v: StaticArray<f64> = this.bodies.v;
    const at: i32 = 7 * this.body + 3;
    this.point.move(v, at);
    this.axis.move(v, at);
    this.normal.move(v, at);
    this.binormal.move(v, at);
  }
}
