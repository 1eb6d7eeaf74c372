import { fail } from 'fmukit/author';
import { Joint } from '../divided-joint';
import { Subassembly } from '../subassembly-variables';

/**
 * The joints at the ends of a subassembly, one, both or neither, on one common neighbour: rows and
 * columns of both together.
 */
export class Ends {
  /** Numbers of the subassembly's handles (7 or 14), of the joints' rows. */
  n: i32 = 0;
  readonly rows: i32;
  /** Jacobians for the handles, rows × n, and for the neighbour, rows × 7. */
  readonly Phi: StaticArray<f64>;
  readonly Psi: StaticArray<f64>;
  private firstOfA: bool;
  private secondOfA: bool;

  /**
   * @param first joint at handle 1 @param second joint at handle 2 @param neighbour the body on
   * which both stand, 0 the ground
   */
  constructor(
    public part: Subassembly,
    readonly first: Joint | null,
    readonly second: Joint | null,
    neighbour: i32,
  ) {
    this.n = part.single ? 7 : 14;
    this.firstOfA = first != null && first.A.body == part.first;
    this.secondOfA = second != null && second.A.body == part.last;
    let rows: i32 = 0;
    if (first != null) rows += meet(first, part.first, neighbour);
    if (second != null) rows += meet(second, part.last, neighbour);
    this.rows = rows;
    this.Phi = new StaticArray<f64>(rows * 14);
    this.Psi = new StaticArray<f64>(rows * 7);
  }

  /** Φ and Ψ from the joints. */
  gather(): void {
    let row: i32 = 0;
    if (this.first != null) {
      this.copy(this.first!, this.firstOfA, 0, 0);
      row = this.first!.rows;
    }
    if (this.second != null) this.copy(this.second!, this.secondOfA, row, this.n - 7);
  }

  /** c of all rows. */
  violations(c: StaticArray<f64>): void {
    let row: i32 = 0;
    if (this.first != null) {
      for (let k: i32 = 0; k < this.first!.rows; k++) c[k] = this.first!.violation[k];
      row = this.first!.rows;
    }
    if (this.second != null)
      for (let k: i32 = 0; k < this.second!.rows; k++) c[row + k] = this.second!.violation[k];
  }

  /** λ ← λ + δλ of all rows. */
  add(delta: StaticArray<f64>): void {
    let row: i32 = 0;
    if (this.first != null) {
      for (let k: i32 = 0; k < this.first!.rows; k++) this.first!.lambda[k] += delta[k];
      row = this.first!.rows;
    }
    if (this.second != null)
      for (let k: i32 = 0; k < this.second!.rows; k++) this.second!.lambda[k] += delta[row + k];
  }

  /** K ← the subassembly's matrix, n × n. */
  matrix(K: StaticArray<f64>): void {
    const n: i32 = this.n;
    for (let i: i32 = 0; i < 7; i++)
      for (let j: i32 = 0; j < 7; j++) {
        K[n * i + j] = this.part.M11[7 * i + j];
        if (n == 7) continue;
        K[n * i + 7 + j] = this.part.M12[7 * i + j];
        K[n * (7 + j) + i] = this.part.M12[7 * i + j];
        K[n * (7 + i) + 7 + j] = this.part.M22[7 * i + j];
      }
  }

  /** Q ← the subassembly's vectors, n numbers. */
  vector(Q: StaticArray<f64>): void {
    for (let i: i32 = 0; i < 7; i++) {
      Q[i] = this.part.Q1[i];
      if (this.n == 14) Q[7 + i] = this.part.Q2[i];
    }
  }

  /** The handles' δ from n numbers. */
  scatter(delta: StaticArray<f64>): void {
    for (let i: i32 = 0; i < 7; i++) {
      this.part.delta1[i] = delta[i];
      if (this.n == 14) this.part.delta2[i] = delta[7 + i];
    }
  }

  private copy(joint: Joint, ofA: bool, row: i32, column: i32): void {
    const own: StaticArray<f64> = ofA ? joint.JA : joint.JB;
    const other: StaticArray<f64> = ofA ? joint.JB : joint.JA;
    for (let i: i32 = 0; i < joint.rows; i++)
      for (let k: i32 = 0; k < 7; k++) {
        this.Phi[this.n * (row + i) + column + k] = own[7 * i + k];
        this.Psi[7 * (row + i) + k] = other[7 * i + k];
      }
  }
}

/** Rows of a joint that stands between these two bodies. */
function meet(joint: Joint, body: i32, neighbour: i32): i32 {
  const forth: bool = joint.A.body == body && joint.B.body == neighbour;
  const back: bool = joint.B.body == body && joint.A.body == neighbour;
  if (!forth && !back)
    fail(
      'divide and conquer: a joint that is to close a loop, or to carry a branch, does not stand between the handle and the shared body',
    );
  return joint.rows;
}
