import { fail } from 'fmukit/author';
import { Bodies } from './bodies';
import { Fixed, Frame } from './handle-frame';

/** Kinds of joints. */
export const revolute: i32 = 1;
export const spherical: i32 = 2;
export const universal: i32 = 3;
export const cylindrical: i32 = 4;
export const prismatic: i32 = 5;
export const rigid: i32 = 6;

/**
 * Constraints between two bodies A and B (Haug 1989, Sect. 9.4), made of three families of rows.
 * With d from A's point to B's:
 *
 *     points meet        r_A + s_A − r_B − s_B = 0
 *     perpendicular      aᵀ b = 0
 *     in the plane       aᵀ d = 0
 *
 * | kind        | points | perpendicular                            | in the plane     | rows |
 * | revolute    | meet   | normal, binormal of A to B's axis        |                  | 5    |
 * | spherical   | meet   |                                          |                  | 3    |
 * | universal   | meet   | axis of A to axis of B                   |                  | 4    |
 * | cylindrical |        | as revolute                              | A's two normals  | 4    |
 * | prismatic   |        | as revolute, A's normal to B's binormal  | A's two normals  | 5    |
 * | rigid       | meet   | as prismatic                             |                  | 6    |
 */
export class Joint {
  readonly rows: i32;
  readonly A: Frame;
  readonly B: Frame;
  /** Jacobians for the two bodies, rows × 7. */
  readonly JA: StaticArray<f64>;
  readonly JB: StaticArray<f64>;
  /** Multipliers and their increments. What is violated at the level that is solved. */
  readonly lambda: StaticArray<f64> = new StaticArray<f64>(6);
  readonly increment: StaticArray<f64> = new StaticArray<f64>(6);
  readonly violation: StaticArray<f64> = new StaticArray<f64>(6);
  /** Φ, Φ_q q̇, and γ of Φ̈ = Φ_q q̈ + γ. */
  readonly Phi: StaticArray<f64> = new StaticArray<f64>(6);
  readonly rate: StaticArray<f64> = new StaticArray<f64>(6);
  readonly gamma: StaticArray<f64> = new StaticArray<f64>(6);
  private meets: bool;
  private turns: i32;
  private between: StaticArray<f64> = new StaticArray<f64>(3);

  constructor(
    readonly bodies: Bodies,
    readonly kind: i32,
    a: i32,
    b: i32,
  ) {
    if (kind < revolute || kind > rigid) fail('divide and conquer: a joint is of no known kind');
    const meets: bool = kind != cylindrical && kind != prismatic;
    this.meets = meets;
    let turns: i32 = 2;
    if (kind == spherical) turns = 0;
    if (kind == universal) turns = 1;
    if (kind == prismatic || kind == rigid) turns = 3;
    this.turns = turns;
    this.rows = turns + (meets ? 3 : 2);
    this.A = new Frame(bodies, a);
    this.B = new Frame(bodies, b);
    this.JA = new StaticArray<f64>(7 * (turns + 3));
    this.JB = new StaticArray<f64>(7 * (turns + 3));
  }

  /** Both frames at a point [m] with an axis in the ground's axes, the bodies as they stand. */
  stand(x: f64, y: f64, z: f64, ux: f64, uy: f64, uz: f64): void {
    this.A.stand(x, y, z, ux, uy, uz);
    this.B.stand(x, y, z, ux, uy, uz);
  }

  /** Φ at the bodies' positions. */
  positions(): void {
    const A: Frame = this.A;
    const B: Frame = this.B;
    A.turn();
    B.turn();
    this.span();
    const d: StaticArray<f64> = this.between;
    let row: i32 = 0;
    if (this.meets) {
      for (let k: i32 = 0; k < 3; k++) this.Phi[k] = -d[k];
      row = 3;
    } else {
      this.Phi[0] = dot(A.normal.u, d);
      this.Phi[1] = dot(A.binormal.u, d);
      row = 2;
    }
    for (let k: i32 = 0; k < this.turns; k++) this.Phi[row + k] = dot(this.ofA(k).u, this.ofB(k).u);
  }

  /** Φ_q. After `positions` at the same q. */
  linearize(): void {
    const A: Frame = this.A;
    const B: Frame = this.B;
    const JA: StaticArray<f64> = this.JA;
    const JB: StaticArray<f64> = this.JB;
    A.linearize();
    B.linearize();
    JA.fill(0.0);
    JB.fill(0.0);
    let row: i32 = 2;
    if (this.meets) {
      row = 3;
      for (let k: i32 = 0; k < 3; k++) {
        JA[8 * k] = 1.0;
        JB[8 * k] = -1.0;
        for (let j: i32 = 0; j < 4; j++) {
          JA[7 * k + 3 + j] = A.point.B[4 * k + j];
          JB[7 * k + 3 + j] = -B.point.B[4 * k + j];
        }
      }
    } else {
      this.linearizePlane(0, A.normal);
      this.linearizePlane(1, A.binormal);
    }
    for (let k: i32 = 0; k < this.turns; k++) {
      const a: Fixed = this.ofA(k);
      const b: Fixed = this.ofB(k);
      addTransposed(JA, row + k, a.B, b.u, 1.0);
      addTransposed(JB, row + k, b.B, a.u, 1.0);
    }
  }

  /** Φ_q q̇ and γ at the bodies' velocities. After `linearize`. */
  velocities(): void {
    const A: Frame = this.A;
    const B: Frame = this.B;
    const gamma: StaticArray<f64> = this.gamma;
    A.move();
    B.move();
    this.rates(this.bodies.v, this.rate);
    let row: i32 = 2;
    if (this.meets) {
      row = 3;
      for (let k: i32 = 0; k < 3; k++) gamma[k] = A.point.curvature[k] - B.point.curvature[k];
    } else {
      gamma[0] = this.planeCurvature(A.normal);
      gamma[1] = this.planeCurvature(A.binormal);
    }
    for (let k: i32 = 0; k < this.turns; k++) {
      const a: Fixed = this.ofA(k);
      const b: Fixed = this.ofB(k);
      gamma[row + k] = dot(b.u, a.curvature) + dot(a.u, b.curvature) + 2.0 * dot(a.rate, b.rate);
    }
  }

  /** y ← Φ_q x with x as the bodies' coordinates stand. */
  rates(x: StaticArray<f64>, y: StaticArray<f64>): void {
    const a: i32 = 7 * this.A.body;
    const b: i32 = 7 * this.B.body;
    for (let i: i32 = 0; i < this.rows; i++) {
      let sum: f64 = 0.0;
      for (let k: i32 = 0; k < 7; k++)
        sum += unchecked(this.JA[7 * i + k] * x[a + k]) + unchecked(this.JB[7 * i + k] * x[b + k]);
      y[i] = sum;
    }
  }

  /** y ← y − Φ_qᵀ λ, at the bodies' places. */
  subtractForces(y: StaticArray<f64>): void {
    const a: i32 = 7 * this.A.body;
    const b: i32 = 7 * this.B.body;
    for (let i: i32 = 0; i < this.rows; i++) {
      const force: f64 = this.lambda[i];
      for (let k: i32 = 0; k < 7; k++) {
        unchecked((y[a + k] -= this.JA[7 * i + k] * force));
        unchecked((y[b + k] -= this.JB[7 * i + k] * force));
      }
    }
  }

  /** d = r_B + s_B − r_A − s_A. */
  private span(): void {
    const q: StaticArray<f64> = this.bodies.q;
    const a: i32 = 7 * this.A.body;
    const b: i32 = 7 * this.B.body;
    for (let k: i32 = 0; k < 3; k++)
      this.between[k] = q[b + k] + this.B.point.u[k] - (q[a + k] + this.A.point.u[k]);
  }

  private linearizePlane(row: i32, a: Fixed): void {
    for (let k: i32 = 0; k < 3; k++) {
      this.JA[7 * row + k] = -a.u[k];
      this.JB[7 * row + k] = a.u[k];
    }
    addTransposed(this.JA, row, a.B, this.between, 1.0);
    addTransposed(this.JA, row, this.A.point.B, a.u, -1.0);
    addTransposed(this.JB, row, this.B.point.B, a.u, 1.0);
  }

  private planeCurvature(a: Fixed): f64 {
    const v: StaticArray<f64> = this.bodies.v;
    const i: i32 = 7 * this.A.body;
    const j: i32 = 7 * this.B.body;
    let sum: f64 = dot(a.curvature, this.between);
    for (let k: i32 = 0; k < 3; k++) {
      const rate: f64 = v[j + k] + this.B.point.rate[k] - v[i + k] - this.A.point.rate[k];
      sum += 2.0 * a.rate[k] * rate + a.u[k] * (this.B.point.curvature[k] - this.A.point.curvature[k]);
    }
    return sum;
  }

  private ofA(k: i32): Fixed {
    if (this.kind == universal) return this.A.axis;
    return k == 1 ? this.A.binormal : this.A.normal;
  }

  private ofB(k: i32): Fixed {
    return k == 2 ? this.B.binormal : this.B.axis;
  }
}

function dot(a: StaticArray<f64>, b: StaticArray<f64>): f64 {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Adds factor uᵀ B to the last four numbers of a row of seven. */
function addTransposed(
  J: StaticArray<f64>,
  row: i32,
  B: StaticArray<f64>,
  u: StaticArray<f64>,
  factor: f64,
): void {
  for (let j: i32 = 0; j < 4; j++)
    J[7 * row + 3 + j] += factor * (u[0] * B[j] + u[1] * B[4 + j] + u[2] * B[8 + j]);
}
