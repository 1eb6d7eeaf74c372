import { fail, numberText } from 'fmukit/author';
import { addHalfTransposed, half } from './euler-parameters';

/**
 * Rigid bodies in absolute coordinates q = (r, p): r the mass centre [m], p Euler parameters of the
 * body's axes, which are its principal ones. Bodies count from 1, and 0 is the ground. All arrays
 * have 7 numbers a body.
 *
 *     M = diag(m I, 4 Lᵀ J′ L),    Q = (m g, −8 L̇ᵀ J′ L ṗ),    Φ_N = pᵀp − 1
 */
export class Bodies {
  count: i32 = 0;
  readonly q: StaticArray<f64>;
  readonly v: StaticArray<f64>;
  readonly a: StaticArray<f64>;
  /**
   * Multiplier of the normalization Φ_N, and what it violates at the level that is solved, a number
   * a body.
   */
  readonly lambda: StaticArray<f64>;
  readonly violation: StaticArray<f64>;
  /**
   * Residual of the equations of motion at the present level, and the increment that corrects it.
   */
  readonly residual: StaticArray<f64>;
  readonly increment: StaticArray<f64>;
  /** Mass [kg], principal moments J′ [kg m²]. */
  readonly mass: StaticArray<f64>;
  readonly J: StaticArray<f64>;
  /** Gravity [m/s²]. */
  gx: f64 = 0.0;
  gy: f64 = -9.81;
  gz: f64 = 0.0;
  private w: StaticArray<f64> = new StaticArray<f64>(3);
  private L: StaticArray<f64> = new StaticArray<f64>(12);

  /** @param most number of bodies at most */
  constructor(readonly most: i32) {
    const size: i32 = 7 * (most + 1);
    this.q = new StaticArray<f64>(size);
    this.v = new StaticArray<f64>(size);
    this.a = new StaticArray<f64>(size);
    this.lambda = new StaticArray<f64>(most + 1);
    this.violation = new StaticArray<f64>(most + 1);
    this.residual = new StaticArray<f64>(size);
    this.increment = new StaticArray<f64>(size);
    this.mass = new StaticArray<f64>(most + 1);
    this.J = new StaticArray<f64>(3 * (most + 1));
    this.q[3] = 1.0;
  }

  /** Declares the next body and gives its number. */
  add(): i32 {
    if (this.count == this.most) fail('divide and conquer: more bodies are added than room was made for');
    this.count += 1;
    return this.count;
  }

  /** Mass [kg] and principal moments [kg m²] of a body. */
  weigh(body: i32, m: f64, Jx: f64, Jy: f64, Jz: f64): void {
    if (!(m > 0.0 && Jx > 0.0 && Jy > 0.0 && Jz > 0.0))
      fail(
        'divide and conquer: body ' +
          numberText(f64(body)) +
          ' has a mass of ' +
          numberText(m) +
          ' kg and a least moment of inertia of ' +
          numberText(Math.min(Jx, Math.min(Jy, Jz))) +
          ' kg m2: its handle has no leading matrix that could be inverted (eq. 9). Give it m > 0 and J > 0',
      );
    this.mass[body] = m;
    this.J[3 * body] = Jx;
    this.J[3 * body + 1] = Jy;
    this.J[3 * body + 2] = Jz;
  }

  /**
   * Places the body at rest with its mass centre at a point [m], its axes turned by an angle about
   * z [rad].
   */
  place(body: i32, x: f64, y: f64, z: f64, angle: f64): void {
    const at: i32 = 7 * body;
    for (let k: i32 = 0; k < 7; k++) {
      this.q[at + k] = 0.0;
      this.v[at + k] = 0.0;
      this.a[at + k] = 0.0;
    }
    this.q[at] = x;
    this.q[at + 1] = y;
    this.q[at + 2] = z;
    this.q[at + 3] = Math.cos(0.5 * angle);
    this.q[at + 6] = Math.sin(0.5 * angle);
  }

  /** M ← mass matrix and α Φ_Nᵀ Φ_N of a body, 7 × 7. */
  leading(body: i32, alpha: f64, M: StaticArray<f64>): void {
    const at: i32 = 7 * body + 3;
    const L: StaticArray<f64> = this.L;
    M.fill(0.0);
    for (let k: i32 = 0; k < 3; k++) M[8 * k] = this.mass[body];
    this.rowsOfL(at);
    for (let i: i32 = 0; i < 4; i++)
      for (let j: i32 = 0; j < 4; j++) {
        let sum: f64 = alpha * this.q[at + i] * this.q[at + j];
        for (let k: i32 = 0; k < 3; k++) sum += L[4 * k + i] * this.J[3 * body + k] * L[4 * k + j];
        M[7 * (3 + i) + 3 + j] = 4.0 * sum;
      }
  }

  /** y ← y − M x for a body, seven numbers at its place. */
  subtractInertia(body: i32, x: StaticArray<f64>, y: StaticArray<f64>): void {
    const at: i32 = 7 * body;
    const m: f64 = this.mass[body];
    for (let k: i32 = 0; k < 3; k++) y[at + k] -= m * x[at + k];
    half(this.q, at + 3, x, at + 3, this.w);
    this.weighted(body);
    addHalfTransposed(this.q, at + 3, this.w, -4.0, y, at + 3);
  }

  /** y ← y + Q, the applied and the velocity-dependent inertia forces. */
  addForces(body: i32, y: StaticArray<f64>): void {
    const at: i32 = 7 * body;
    const m: f64 = this.mass[body];
    y[at] += m * this.gx;
    y[at + 1] += m * this.gy;
    y[at + 2] += m * this.gz;
    half(this.q, at + 3, this.v, at + 3, this.w);
    this.weighted(body);
    addHalfTransposed(this.v, at + 3, this.w, -8.0, y, at + 3);
  }

  /** ½ ṙᵀ m ṙ + 2 (L ṗ)ᵀ J′ L ṗ of all bodies [J]. */
  kineticEnergy(): f64 {
    let sum: f64 = 0.0;
    for (let body: i32 = 1; body <= this.count; body++) {
      const at: i32 = 7 * body;
      const v: StaticArray<f64> = this.v;
      const square: f64 = v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2];
      sum += 0.5 * this.mass[body] * square;
      half(this.q, at + 3, v, at + 3, this.w);
      for (let k: i32 = 0; k < 3; k++) sum += 2.0 * this.J[3 * body + k] * this.w[k] * this.w[k];
    }
    return sum;
  }

  /** −m gᵀ r of all bodies [J]. */
  potentialEnergy(): f64 {
    let sum: f64 = 0.0;
    for (let body: i32 = 1; body <= this.count; body++) {
      const at: i32 = 7 * body;
      sum -= this.mass[body] * (this.gx * this.q[at] + this.gy * this.q[at + 1] + this.gz * this.q[at + 2]);
    }
    return sum;
  }

  private weighted(body: i32): void {
    for (let k: i32 = 0; k < 3; k++) this.w[k] *= this.J[3 * body + k];
  }

  private rowsOfL(at: i32): void {
    const L: StaticArray<f64> = this.L;
    const q: StaticArray<f64> = this.q;
    L[0] = -q[at + 1];
    L[1] = q[at];
    L[2] = q[at + 3];
    L[3] = -q[at + 2];
    L[4] = -q[at + 2];
    L[5] = -q[at + 3];
    L[6] = q[at];
    L[7] = q[at + 1];
    L[8] = -q[at + 3];
    L[9] = q[at + 2];
    L[10] = -q[at + 1];
    L[11] = q[at];
  }
}
