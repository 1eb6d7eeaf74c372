import { copy6 } from '../dynamics/wrench';

/**
 * Positions and velocities of the bodies of a tree, where body 0 is the ground. All vectors are in
 * the inertial frame.
 *
 *     Z = (ṡ, ω)      velocity of the body's point at the origin, angular velocity
 *     b = (p × u, u)  a rotation about the axis u through p
 *     b = (u, 0)      a translation along u
 *     ḃ = Z × b := (ω × b_v + ṡ × b_ω, ω × b_ω)   if b is fixed in a frame that moves with Z
 *
 * Ż here is the derivative of these components. s̈ of Jaiswal et al. 2021a, eq. 1, is the
 * acceleration of the material point, which is larger by ω × ṡ. M′ and Q′ are equal with both
 * definitions.
 */
export class Motion {
  /**
   * Rotation of each body, row-major, 9 a body: a vector of the body becomes one of the inertial
   * frame.
   */
  readonly A: StaticArray<f64>;
  /** Origin of each body's frame [m], 3 a body. */
  readonly r: StaticArray<f64>;
  /** The columns b, 6 a coordinate. */
  readonly B: StaticArray<f64>;
  /** Z, 6 a body. */
  readonly Z: StaticArray<f64>;
  /**
   * Ż at z̈ = 0, 6 a body: the sum of the d of Jaiswal et al. 2021a, eq. 3, from the ground to the
   * body.
   */
  readonly drift: StaticArray<f64>;

  /** @param bodies without the ground */
  constructor(
    bodies: i32,
    readonly coordinates: i32,
  ) {
    this.A = new StaticArray<f64>(9 * (bodies + 1));
    this.r = new StaticArray<f64>(3 * (bodies + 1));
    this.B = new StaticArray<f64>(6 * coordinates);
    this.Z = new StaticArray<f64>(6 * (bodies + 1));
    this.drift = new StaticArray<f64>(6 * (bodies + 1));
    this.A[0] = 1.0;
    this.A[4] = 1.0;
    this.A[8] = 1.0;
  }

  /** The frame of `body` ← that of `parent`, moved to the point (x, y, z) of it [m]. */
  attach(parent: i32, body: i32, x: f64, y: f64, z: f64): void {
    const A: StaticArray<f64> = this.A;
    const r: StaticArray<f64> = this.r;
    for (let i: i32 = 0; i < 3; i++) {
      const from: i32 = 9 * parent + 3 * i;
      const to: i32 = 9 * body + 3 * i;
      const a: f64 = unchecked(A[from]);
      const b: f64 = unchecked(A[from + 1]);
      const c: f64 = unchecked(A[from + 2]);
      unchecked((A[to] = a));
      unchecked((A[to + 1] = b));
      unchecked((A[to + 2] = c));
      unchecked((r[3 * body + i] = r[3 * parent + i] + (a * x + b * y + c * z)));
    }
  }

  /** Moves the frame of `body` by a vector (x, y, z) of it [m]. */
  shift(body: i32, x: f64, y: f64, z: f64): void {
    const A: StaticArray<f64> = this.A;
    for (let i: i32 = 0; i < 3; i++) {
      const row: i32 = 9 * body + 3 * i;
      unchecked((this.r[3 * body + i] += A[row] * x + A[row + 1] * y + A[row + 2] * z));
    }
  }

  /**
   * Turns the frame of `body` about its unit vector (x, y, z) by an angle with this sine and cosine
   * (Rodrigues).
   */
  turn(body: i32, x: f64, y: f64, z: f64, sine: f64, cosine: f64): void {
    const A: StaticArray<f64> = this.A;
    const rest: f64 = 1.0 - cosine;
    for (let row: i32 = 9 * body; row < 9 * body + 9; row += 3) {
      const a0: f64 = unchecked(A[row]);
      const a1: f64 = unchecked(A[row + 1]);
      const a2: f64 = unchecked(A[row + 2]);
      const along: f64 = rest * (a0 * x + a1 * y + a2 * z);
      unchecked((A[row] = cosine * a0 + along * x + sine * (a1 * z - a2 * y)));
      unchecked((A[row + 1] = cosine * a1 + along * y + sine * (a2 * x - a0 * z)));
      unchecked((A[row + 2] = cosine * a2 + along * z + sine * (a0 * y - a1 * x)));
    }
  }

  /** Column of a translation along the vector (x, y, z) of `body`. */
  translation(column: i32, body: i32, x: f64, y: f64, z: f64): void {
    const A: StaticArray<f64> = this.A;
    for (let i: i32 = 0; i < 3; i++) {
      const row: i32 = 9 * body + 3 * i;
      unchecked((this.B[6 * column + i] = A[row] * x + A[row + 1] * y + A[row + 2] * z));
      unchecked((this.B[6 * column + 3 + i] = 0.0));
    }
  }

  /** Column of a rotation about the vector (x, y, z) of `body`, through the origin of its frame. */
  rotation(column: i32, body: i32, x: f64, y: f64, z: f64): void {
    const A: StaticArray<f64> = this.A;
    const B: StaticArray<f64> = this.B;
    const row: i32 = 9 * body;
    const at: i32 = 6 * column;
    const u0: f64 = unchecked(A[row]) * x + unchecked(A[row + 1]) * y + unchecked(A[row + 2]) * z;
    const u1: f64 = unchecked(A[row + 3]) * x + unchecked(A[row + 4]) * y + unchecked(A[row + 5]) * z;
    const u2: f64 = unchecked(A[row + 6]) * x + unchecked(A[row + 7]) * y + unchecked(A[row + 8]) * z;
    const p0: f64 = unchecked(this.r[3 * body]);
    const p1: f64 = unchecked(this.r[3 * body + 1]);
    const p2: f64 = unchecked(this.r[3 * body + 2]);
    unchecked((B[at] = p1 * u2 - p2 * u1));
    unchecked((B[at + 1] = p2 * u0 - p0 * u2));
    unchecked((B[at + 2] = p0 * u1 - p1 * u0));
    unchecked((B[at + 3] = u0));
    unchecked((B[at + 4] = u1));
    unchecked((B[at + 5] = u2));
  }

  /** Z of `body` ← that of `parent`, and the drift likewise. */
  follow(parent: i32, body: i32): void {
    copy6(this.Z, 6 * body, this.Z, 6 * parent);
    copy6(this.drift, 6 * body, this.drift, 6 * parent);
  }

  /** Adds b ż of one column to the body: d = Z × b ż (Jaiswal et al. 2021a, eqs. 2, 3). */
  move(column: i32, body: i32, rate: f64): void {
    const B: StaticArray<f64> = this.B;
    const at: i32 = 6 * column;
    this.add(
      body,
      rate * unchecked(B[at]),
      rate * unchecked(B[at + 1]),
      rate * unchecked(B[at + 2]),
      rate * unchecked(B[at + 3]),
      rate * unchecked(B[at + 4]),
      rate * unchecked(B[at + 5]),
    );
  }

  /** Adds the velocity (v, w), which is fixed in the frame as it moves so far. */
  add(body: i32, v0: f64, v1: f64, v2: f64, w0: f64, w1: f64, w2: f64): void {
    const Z: StaticArray<f64> = this.Z;
    const drift: StaticArray<f64> = this.drift;
    const j: i32 = 6 * body;
    const s0: f64 = unchecked(Z[j]);
    const s1: f64 = unchecked(Z[j + 1]);
    const s2: f64 = unchecked(Z[j + 2]);
    const o0: f64 = unchecked(Z[j + 3]);
    const o1: f64 = unchecked(Z[j + 4]);
    const o2: f64 = unchecked(Z[j + 5]);
    unchecked((drift[j] += o1 * v2 - o2 * v1 + s1 * w2 - s2 * w1));
    unchecked((drift[j + 1] += o2 * v0 - o0 * v2 + s2 * w0 - s0 * w2));
    unchecked((drift[j + 2] += o0 * v1 - o1 * v0 + s0 * w1 - s1 * w0));
    unchecked((drift[j + 3] += o1 * w2 - o2 * w1));
    unchecked((drift[j + 4] += o2 * w0 - o0 * w2));
    unchecked((drift[j + 5] += o0 * w1 - o1 * w0));
    unchecked((Z[j] = s0 + v0));
    unchecked((Z[j + 1] = s1 + v1));
    unchecked((Z[j + 2] = s2 + v2));
    unchecked((Z[j + 3] = o0 + w0));
    unchecked((Z[j + 4] = o1 + w1));
    unchecked((Z[j + 5] = o2 + w2));
  }
}
