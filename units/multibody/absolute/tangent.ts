import { BlockLu } from '../../numerics/block-lu';
import {
  addMatrix,
  addSkew,
  addSkewSkew,
  apply,
  applyTransposed,
  cross,
  multiply,
  skewMultiply,
} from './algebra';
import { inverseRateMatrix, rateOf, spinByParameters } from './cayley';
import { Nodes } from './nodes';

/**
 * The matrix of Newton's iteration, with each node's momenta eliminated by hand.
 *
 * Δu = (Δẋ, Δψ), Δġ = G⁻¹ Δψ, and a stage has Δx = c Δẋ and δφ = c Δψ. K and C are derivatives of
 * forces by positions and velocities, and A = ∂(β, γ)/∂u:
 *
 *     [ A + …− c² K − c C   Φ_xᵀ ] [ Δu   ]   [ r_(β, γ) − c r_motion ]
 *     [ Φ_x                  0   ] [ c Δλ ] = [ −r_joints             ]
 *
 * A node has six rows instead of twelve, in units of momentum. With c = 0 it is the matrix of
 * accelerations. Constraint columns are therefore scaled by 1/c (Zhang, Zhang, Zanoni & Masarati
 * 2022, Sect. 2).
 */
export class Tangent {
  readonly lu: BlockLu;
  /** c = ∂y/∂ẏ of the stage [s]. */
  c: f64 = 0.0;
  /**
   * Turns stiffnesses by the present frames of the elements if true, else by the frames of the last
   * call with true.
   */
  turned: bool = true;
  /** Block of a node, or −1 for a given one. */
  readonly blockOf: StaticArray<i32>;
  /** Right-hand side and solution: Δu of the nodes, c Δλ of the joints. */
  readonly right: StaticArray<f64>;
  /** I + c W with δω = δψ + c W δψ, and ∂(β, γ)/∂u (6 × 6). */
  private turn: StaticArray<f64>;
  private A: StaticArray<f64>;
  private t: StaticArray<f64> = new StaticArray<f64>(36);
  private s: StaticArray<f64> = new StaticArray<f64>(6);

  /** @param maxJoints joints that there is room for */
  constructor(
    readonly nodes: Nodes,
    maxJoints: i32,
  ) {
    const n: i32 = nodes.most;
    const blocks: i32 = n + maxJoints;
    // A beam joins three nodes, a joint two. Eliminating a chain or a loop adds about as many
    // again.
    const edges: i32 = 12 * n + 24 * maxJoints;
    this.lu = new BlockLu(blocks, edges, 6 * blocks, 36 * (blocks + edges), 24 * n + 64 * maxJoints);
    this.blockOf = new StaticArray<i32>(n);
    this.right = new StaticArray<f64>(6 * blocks);
    this.turn = new StaticArray<f64>(9 * n);
    this.A = new StaticArray<f64>(36 * n);
  }

  /** Declares a block for every node that moves, before elements connect them. */
  begin(): void {
    const nodes: Nodes = this.nodes;
    this.lu.order.clear();
    for (let i: i32 = 0; i < nodes.count; i++) {
      this.blockOf[i] = nodes.freedom[i] == 0 ? -1 : this.lu.order.add(nodes.freedom[i]);
      for (let q: i32 = 0; q < 9; q++) this.turn[9 * i + q] = q % 4 == 0 ? 1.0 : 0.0;
    }
  }

  /** Declares that forces between nodes i and j act. */
  couple(i: i32, j: i32): void {
    const a: i32 = this.blockOf[i];
    const b: i32 = this.blockOf[j];
    if (a >= 0 && b >= 0 && a != b) this.lu.order.connect(a, b, false);
  }

  /** Declares a joint's rows between nodes i and j, for which they wait. Their block. */
  coupleRows(i: i32, j: i32, rows: i32): i32 {
    const k: i32 = this.lu.order.add(rows);
    const a: i32 = this.blockOf[i];
    const b: i32 = this.blockOf[j];
    if (a >= 0) this.lu.order.connect(a, k, true);
    if (b >= 0) this.lu.order.connect(b, k, true);
    this.couple(i, j);
    return k;
  }

  /** Place of the block of nodes i and j in the matrix, or −1 where one is given. */
  placeOf(i: i32, j: i32): i32 {
    const a: i32 = this.blockOf[i];
    const b: i32 = this.blockOf[j];
    return a < 0 || b < 0 ? -1 : this.lu.block(a, b);
  }

  /** The matrix of the nodes alone at c. Elements add to it. */
  assemble(c: f64): void {
    this.c = c;
    this.lu.clear();
    for (let i: i32 = 0; i < this.nodes.count; i++) this.assembleNode(i);
  }

  /**
   * The right-hand side of the nodes from the residuals of momenta and motion: r_β − c r_f, and so
   * on.
   */
  condense(r: StaticArray<f64>): void {
    const nodes: Nodes = this.nodes;
    const b: StaticArray<f64> = this.right;
    const s: StaticArray<f64> = this.s;
    const c: f64 = this.c;
    for (let i: i32 = 0; i < nodes.count; i++) {
      const n: i32 = unchecked(nodes.freedom[i]);
      if (n == 0) continue;
      const o: i32 = unchecked(nodes.offset[i]);
      const row: i32 = unchecked(this.lu.row[this.blockOf[i]]);
      for (let k: i32 = 0; k < n; k++)
        unchecked((b[row + k] = unchecked(r[o + k]) - c * unchecked(r[o + n + k])));
      if (n == 6) {
        cross(nodes.v, 3 * i, r, o, s, 0);
        for (let k: i32 = 0; k < 3; k++) unchecked((b[row + 3 + k] += c * unchecked(s[k])));
      } else {
        const moment: f64 =
          unchecked(nodes.v[3 * i]) * unchecked(r[o + 1]) - unchecked(nodes.v[3 * i + 1]) * unchecked(r[o]);
        unchecked((b[row + 2] += c * moment));
      }
    }
  }

  /** Δẏ of all nodes from Δu. */
  expandAll(r: StaticArray<f64>): void {
    for (let i: i32 = 0; i < this.nodes.count; i++)
      if (unchecked(this.nodes.freedom[i]) > 0) this.expand(i, r);
  }

  /**
   * Adds f K, the 3×3 derivative of the force (a = 0) or torque (3) on node i by the position (b =
   * 0) or rotation (3) of node j.
   */
  addByPosition(i: i32, a: i32, j: i32, b: i32, f: f64, K: StaticArray<f64>, k: i32): void {
    this.scatter(i, a, j, b, -this.c * this.c * f, K, k);
  }

  /** Adds f C, the 3×3 derivative by the velocity or angular velocity of node j. */
  addByVelocity(i: i32, a: i32, j: i32, b: i32, f: f64, C: StaticArray<f64>, k: i32): void {
    if (b == 0) this.scatter(i, a, j, b, -this.c * f, C, k);
    else {
      multiply(C, k, this.turn, 9 * j, this.t, 0);
      this.scatter(i, a, j, b, -this.c * f, this.t, 0);
    }
  }

  /**
   * Adds row r of a joint by the gradient of node j, and the effect of its multiplier on that node.
   * `rates` marks a constraint on velocities.
   */
  addRow(block: i32, r: i32, j: i32, gradient: StaticArray<f64>, k: i32, rates: bool): void {
    const b: i32 = unchecked(this.blockOf[j]);
    if (b < 0) return;
    const n: i32 = unchecked(this.nodes.freedom[j]);
    const values: StaticArray<f64> = this.lu.values;
    const across: i32 = this.lu.block(block, b) + r * n;
    const down: i32 = this.lu.block(b, block) + r;
    const width: i32 = unchecked(this.lu.order.size[block]);
    const s: StaticArray<f64> = this.s;
    for (let p: i32 = 0; p < 3; p++) unchecked((s[p] = unchecked(gradient[k + 3 + p])));
    if (rates) applyTransposed(this.turn, 9 * j, gradient, k + 3, s, 0);
    for (let p: i32 = 0; p < 6; p++) {
      const d: i32 = unchecked(this.nodes.dof[6 * j + p]);
      if (d < 0) continue;
      unchecked((values[down + d * width] += unchecked(gradient[k + p])));
      unchecked((values[across + d] += p < 3 ? unchecked(gradient[k + p]) : unchecked(s[p - 3])));
    }
  }

  /**
   * Adds c f v to row r of a joint: what it changes by the position (b = 0) or rotation (3) of node
   * j.
   */
  addRowByPosition(block: i32, r: i32, j: i32, b: i32, f: f64, v: StaticArray<f64>, k: i32): void {
    const column: i32 = unchecked(this.blockOf[j]);
    if (column < 0) return;
    const across: i32 = this.lu.block(block, column) + r * unchecked(this.nodes.freedom[j]);
    for (let p: i32 = 0; p < 3; p++) {
      const d: i32 = unchecked(this.nodes.dof[6 * j + b + p]);
      if (d >= 0) unchecked((this.lu.values[across + d] += this.c * f * unchecked(v[k + p])));
    }
  }

  /**
   * Derivatives of ± the force and torque of a beam on node i by node j: slope A, ∂F/∂φ. By x, by
   * φ.
   */
  addBeam(
    i: i32,
    j: i32,
    place: i32,
    sign: f64,
    slope: f64,
    A: StaticArray<f64>,
    byF: StaticArray<f64>,
    k: i32,
    momentByX: StaticArray<f64>,
    momentByPhi: StaticArray<f64>,
  ): void {
    if (place < 0) return;
    const f: f64 = -sign * this.c * this.c;
    const values: StaticArray<f64> = this.lu.values;
    for (let p: i32 = 0; p < 3; p++)
      for (let q: i32 = 0; q < 3; q++) {
        const n: i32 = 3 * p + q;
        const top: i32 = place + 6 * p + q;
        unchecked((values[top] += f * slope * unchecked(A[n])));
        unchecked((values[top + 3] += f * unchecked(byF[k + n])));
        unchecked((values[top + 18] += f * unchecked(momentByX[n])));
        unchecked((values[top + 21] += f * unchecked(momentByPhi[n])));
      }
  }

  /**
   * Assembles A, the derivative of (β, γ) by Δu, and the node's block of the matrix:
   *
   *     A = [ m I,  −S× (I + cW) − c ω× S× ;  S×,  J (I + cW) + c (ẋ× S× − (Jω)× + J ω×) ]
   *     rows of β: A_β + c² ∂f/∂…,   rows of γ: A_γ + c ẋ× A_β − c β× on Δẋ
   */
  private assembleNode(i: i32): void {
    const n: i32 = unchecked(this.nodes.freedom[i]);
    if (n == 0) return;
    const c: f64 = this.c;
    const t: StaticArray<f64> = this.t;
    const k: i32 = 3 * i;
    const turn: i32 = 9 * i;
    if (n == 6) {
      // W = ∂(G ġ)/∂g G⁻¹
      spinByParameters(this.nodes.g, k, this.nodes.rate, k, t, 0);
      inverseRateMatrix(this.nodes.g, k, t, 9);
      multiply(t, 0, t, 9, this.turn, turn);
      for (let q: i32 = 0; q < 9; q++)
        unchecked((this.turn[turn + q] = c * unchecked(this.turn[turn + q]) + (q % 4 == 0 ? 1.0 : 0.0)));
    }
    const A: i32 = 36 * i;
    for (let q: i32 = 0; q < 36; q++) unchecked((this.A[A + q] = 0.0));
    for (let p: i32 = 0; p < 3; p++) unchecked((this.A[A + 7 * p] = unchecked(this.nodes.mass[i])));
    // A_βψ
    skewMultiply(this.nodes.S, k, this.turn, turn, t, 0);
    for (let q: i32 = 0; q < 9; q++) unchecked((t[9 + q] = -unchecked(t[q])));
    addSkewSkew(-c, this.nodes.w, k, this.nodes.S, k, t, 9);
    this.part(t, 9, A, 0, 3);
    // A_γx
    for (let q: i32 = 0; q < 9; q++) unchecked((t[q] = 0.0));
    addSkew(1.0, this.nodes.S, k, t, 0);
    this.part(t, 0, A, 3, 0);
    // A_γψ
    multiply(this.nodes.J, turn, this.turn, turn, t, 0);
    addSkewSkew(c, this.nodes.v, k, this.nodes.S, k, t, 0);
    apply(this.nodes.J, turn, this.nodes.w, k, t, 27);
    addSkew(-c, t, 27, t, 0);
    for (let q: i32 = 0; q < 9; q++) unchecked((t[9 + q] = 0.0));
    addSkew(c, this.nodes.w, k, t, 9);
    multiply(this.nodes.J, turn, t, 9, t, 18);
    addMatrix(1.0, t, 18, t, 0);
    this.part(t, 0, A, 3, 3);
    this.scatterNode(i, n);
    // Gravity's torque S × g changes with S: −g× δS = g× S× δφ
    for (let p: i32 = 0; p < 3; p++)
      unchecked((t[27 + p] = this.nodes.gravityFactor * unchecked(this.nodes.gravity[p])));
    for (let q: i32 = 0; q < 9; q++) unchecked((t[q] = 0.0));
    addSkewSkew(1.0, t, 27, this.nodes.S, k, t, 0);
    this.scatter(i, 3, i, 3, -c * c, t, 0);
  }

  private part(from: StaticArray<f64>, k: i32, A: i32, row: i32, column: i32): void {
    for (let p: i32 = 0; p < 3; p++)
      for (let q: i32 = 0; q < 3; q++)
        unchecked((this.A[A + 6 * (row + p) + column + q] = unchecked(from[k + 3 * p + q])));
  }

  private scatterNode(i: i32, n: i32): void {
    const values: StaticArray<f64> = this.lu.values;
    const place: i32 = unchecked(this.lu.diagonal[this.blockOf[i]]);
    const c: f64 = this.c;
    const A: i32 = 36 * i;
    const vx: f64 = c * unchecked(this.nodes.v[3 * i]);
    const vy: f64 = c * unchecked(this.nodes.v[3 * i + 1]);
    const vz: f64 = c * unchecked(this.nodes.v[3 * i + 2]);
    for (let q: i32 = 0; q < 6; q++) {
      const d: i32 = unchecked(this.nodes.dof[6 * i + q]);
      if (d < 0) continue;
      const a: f64 = unchecked(this.A[A + q]);
      const b: f64 = unchecked(this.A[A + 6 + q]);
      const e: f64 = unchecked(this.A[A + 12 + q]);
      this.put(values, place, i, n, 0, d, a);
      this.put(values, place, i, n, 1, d, b);
      this.put(values, place, i, n, 2, d, e);
      this.put(values, place, i, n, 3, d, unchecked(this.A[A + 18 + q]) + vy * e - vz * b);
      this.put(values, place, i, n, 4, d, unchecked(this.A[A + 24 + q]) + vz * a - vx * e);
      this.put(values, place, i, n, 5, d, unchecked(this.A[A + 30 + q]) + vx * b - vy * a);
    }
    for (let q: i32 = 0; q < 9; q++) unchecked((this.t[q] = 0.0));
    addSkew(-c, this.nodes.momentum, 6 * i, this.t, 0);
    this.scatter(i, 3, i, 0, 1.0, this.t, 0);
  }

  private put(values: StaticArray<f64>, place: i32, i: i32, n: i32, p: i32, d: i32, value: f64): void {
    const row: i32 = unchecked(this.nodes.dof[6 * i + p]);
    if (row >= 0) unchecked((values[place + n * row + d] += value));
  }

  private scatter(i: i32, a: i32, j: i32, b: i32, f: f64, K: StaticArray<f64>, k: i32): void {
    const place: i32 = this.placeOf(i, j);
    if (place < 0) return;
    const n: i32 = unchecked(this.nodes.freedom[j]);
    for (let p: i32 = 0; p < 3; p++) {
      const row: i32 = unchecked(this.nodes.dof[6 * i + a + p]);
      if (row < 0) continue;
      for (let q: i32 = 0; q < 3; q++) {
        const column: i32 = unchecked(this.nodes.dof[6 * j + b + q]);
        if (column >= 0)
          unchecked((this.lu.values[place + n * row + column] += f * unchecked(K[k + 3 * p + q])));
      }
    }
  }

  /** Δẋ, Δġ and Δ(β̇, γ̇) of a node from Δu: c Δ(β̇, γ̇) = A Δu − (residual of the momenta). */
  private expand(i: i32, r: StaticArray<f64>): void {
    const n: i32 = unchecked(this.nodes.freedom[i]);
    const o: i32 = unchecked(this.nodes.offset[i]);
    const row: i32 = unchecked(this.lu.row[this.blockOf[i]]);
    const b: StaticArray<f64> = this.right;
    const inverse: f64 = 1.0 / this.c;
    for (let p: i32 = 0; p < 6; p++) {
      const d: i32 = unchecked(this.nodes.dof[6 * i + p]);
      if (d < 0) continue;
      let sum: f64 = -unchecked(r[o + d]);
      for (let q: i32 = 0; q < 6; q++) {
        const e: i32 = unchecked(this.nodes.dof[6 * i + q]);
        if (e >= 0) sum += unchecked(this.A[36 * i + 6 * p + q]) * unchecked(b[row + e]);
      }
      unchecked((r[o + n + d] = inverse * sum));
    }
    for (let d: i32 = 0; d < n; d++) unchecked((r[o + d] = unchecked(b[row + d])));
    if (n == 6) {
      rateOf(this.nodes.g, 3 * i, b, row + 3, this.s, 0);
      for (let p: i32 = 0; p < 3; p++) unchecked((r[o + 3 + p] = unchecked(this.s[p])));
    }
  }
}
