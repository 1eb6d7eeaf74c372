import type { Stateful, StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';
import { type JointKind, jointKinds } from '../system/checks/joint-kinds.ts';
import type { SystemJoint } from '../system/system.ts';
import type { Fixed, Frame } from './joint-frame.ts';

/**
 * Present state of a joint between two bodies A and B: Φ and its Jacobians J_A and J_B (rows × 7).
 *
 *   Φ̇ = J_A q̇_A + J_B q̇_B,   Φ̈ = J_A q̈_A + J_B q̈_B + γ
 *
 * `jointKinds` defines the rows. The master holds its multipliers λ, and −Jᵀ λ acts on the bodies.
 */
export class Joint implements Stateful {
  readonly rows: number;
  readonly JA: Float64Array;
  readonly JB: Float64Array;
  readonly Phi: Float64Array;
  readonly rate: Float64Array;
  readonly gamma: Float64Array;
  readonly lambda: Float64Array;
  private readonly kind: JointKind;
  private readonly pairs: readonly (readonly [Fixed, Fixed])[];
  private readonly planes: readonly Fixed[];
  /** Vector from A's point to B's. */
  private readonly d = new Float64Array(3);

  constructor(
    readonly system: SystemJoint,
    readonly A: Frame,
    readonly B: Frame,
  ) {
    this.kind = jointKinds[system.kind];
    const { meet, perpendicular } = this.kind;
    this.pairs = perpendicular.map(([a, b]) => [A[a], B[b]] as const);
    this.planes = meet ? [] : [A.normal, A.binormal];
    this.rows = (meet ? 3 : 2) + this.pairs.length;
    this.JA = new Float64Array(7 * this.rows);
    this.JB = new Float64Array(7 * this.rows);
    this.Phi = new Float64Array(this.rows);
    this.rate = new Float64Array(this.rows);
    this.gamma = new Float64Array(this.rows);
    this.lambda = new Float64Array(this.rows);
  }

  /** Evaluates the joint at the bodies' coordinates and rates. */
  evaluate(): void {
    const { A, B, d, planes, pairs } = this;
    A.evaluate();
    B.evaluate();
    for (let k = 0; k < 3; k++) d[k] = B.pose.q[k] + B.point.u[k] - (A.pose.q[k] + A.point.u[k]);
    let row = 0;
    if (this.kind.meet) for (; row < 3; row++) this.meet(row);
    for (let i = 0; i < planes.length; i++) this.plane(row++, planes[i]);
    for (let i = 0; i < pairs.length; i++) this.perpendicular(row++, pairs[i][0], pairs[i][1]);
    times(this.JA, A.pose.v, this.rate, 0);
    times(this.JB, B.pose.v, this.rate, 1);
  }

  /** Adds y ← y + J x of one side, where x has seven numbers. */
  static add(J: Float64Array, x: Float64Array, y: Float64Array): void {
    times(J, x, y, 1);
  }

  private meet(k: number): void {
    const { A, B, JA, JB } = this;
    this.Phi[k] = -this.d[k];
    JA[8 * k] = 1;
    JB[8 * k] = -1;
    for (let j = 0; j < 4; j++) {
      JA[7 * k + 3 + j] = A.point.B[4 * k + j];
      JB[7 * k + 3 + j] = -B.point.B[4 * k + j];
    }
    this.gamma[k] = A.point.curvature[k] - B.point.curvature[k];
  }

  /** Adds the constraint nᵀ d = 0. */
  private plane(row: number, n: Fixed): void {
    const { A, B, JA, JB, d } = this;
    this.Phi[row] = dot(n.u, d);
    for (let k = 0; k < 3; k++) {
      JA[7 * row + k] = -n.u[k];
      JB[7 * row + k] = n.u[k];
    }
    setTransposed(JA, row, n.B, d);
    addTransposed(JA, row, A.point.B, n.u, -1);
    setTransposed(JB, row, B.point.B, n.u);
    let sum = dot(n.curvature, d);
    for (let k = 0; k < 3; k++) {
      const rate = B.pose.v[k] + B.point.rate[k] - A.pose.v[k] - A.point.rate[k];
      sum += 2 * n.rate[k] * rate + n.u[k] * (B.point.curvature[k] - A.point.curvature[k]);
    }
    this.gamma[row] = sum;
  }

  /** Adds the constraint aᵀ b = 0. */
  private perpendicular(row: number, a: Fixed, b: Fixed): void {
    this.Phi[row] = dot(a.u, b.u);
    setTransposed(this.JA, row, a.B, b.u);
    setTransposed(this.JB, row, b.B, a.u);
    this.gamma[row] = dot(b.u, a.curvature) + dot(a.u, b.curvature) + 2 * dot(a.rate, b.rate);
  }

  visitState(state: StateVisitor): void {
    this.A.visitState(state);
    this.B.visitState(state);
    state.array('lambda', this.lambda);
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** y ← keep y + J x. */
function times(J: Float64Array, x: Float64Array, y: Float64Array, keep: number): void {
  for (let i = 0; i < y.length; i++) {
    let sum = keep === 0 ? 0 : y[i];
    for (let k = 0; k < 7; k++) sum += J[7 * i + k] * x[k];
    y[i] = sum;
  }
}

/** Sets the last four of seven numbers of a row to uᵀ B. */
function setTransposed(J: Float64Array, row: number, B: Float64Array, u: Float64Array): void {
  J.fill(0, 7 * row + 3, 7 * row + 7);
  addTransposed(J, row, B, u, 1);
}

/** Adds factor uᵀ B to the last four of seven numbers of a row. */
function addTransposed(J: Float64Array, row: number, B: Float64Array, u: Float64Array, factor: number): void {
  for (let j = 0; j < 4; j++)
    J[7 * row + 3 + j] += factor * (u[0] * B[j] + u[1] * B[4 + j] + u[2] * B[8 + j]);
}
