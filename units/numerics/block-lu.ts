import { fail } from 'fmukit/author';
import { EliminationOrder } from './elimination-order';

/** A pivot that is this much smaller than what it is a difference of is rounding. */
const negligible: f64 = 1e-13;

/**
 * A = L U of a sparse matrix of dense blocks with a symmetric pattern. Values may be unsymmetric.
 * The order of elimination and the places of all entries, fill included, are found once
 * (`analyse`). `factor` and `solve` then compute in a time proportional to the number of entries.
 * For a chain this is its length. A closed loop costs one more connection for each block eliminated
 * along it.
 *
 * Pivots stay where they are: blocks as `EliminationOrder` has them, rows of a block in their
 * order. That suits A + c²K and constraints whose diagonal is −B A⁻¹ Bᵀ by their turn. A pivot at
 * rounding level ends the factorization. `failed` is then its block, whose constraints depend on
 * others.
 */
export class BlockLu {
  readonly order: EliminationOrder;
  /** All blocks, row-major. */
  readonly values: StaticArray<f64>;
  /** Start of the diagonal block of each block in `values`, and its first row. */
  readonly diagonal: StaticArray<i32>;
  readonly row: StaticArray<i32>;
  /** Rows of the whole matrix, and values in use. */
  rows: i32 = 0;
  used: i32 = 0;
  /** Multiplications that `factor` does between blocks. */
  products: i32 = 0;
  /** The block whose pivot failed, or −1. */
  failed: i32 = -1;
  /** Place of the block of an edge's row and column. */
  private at: StaticArray<i32>;
  private position: StaticArray<i32>;
  /** Later neighbours of the blocks in order, and where the products of their blocks go. */
  private start: StaticArray<i32>;
  private later: StaticArray<i32>;
  private laterRow: StaticArray<i32>;
  private laterColumn: StaticArray<i32>;
  private targets: StaticArray<i32>;
  private targetStart: StaticArray<i32>;
  /** Size of what each row's pivot is a difference of. */
  private scale: StaticArray<f64>;

  /** @param maxRows, maxValues, maxTargets what there is room for */
  constructor(maxBlocks: i32, maxEdges: i32, maxRows: i32, maxValues: i32, maxTargets: i32) {
    this.order = new EliminationOrder(maxBlocks, maxEdges);
    this.values = new StaticArray<f64>(maxValues);
    this.diagonal = new StaticArray<i32>(maxBlocks);
    this.row = new StaticArray<i32>(maxBlocks);
    this.at = new StaticArray<i32>(maxEdges);
    this.position = new StaticArray<i32>(maxBlocks);
    this.start = new StaticArray<i32>(maxBlocks + 1);
    this.later = new StaticArray<i32>(maxEdges);
    this.laterRow = new StaticArray<i32>(maxEdges);
    this.laterColumn = new StaticArray<i32>(maxEdges);
    this.targets = new StaticArray<i32>(maxTargets);
    this.targetStart = new StaticArray<i32>(maxBlocks + 1);
    this.scale = new StaticArray<f64>(maxRows);
  }

  /** Once all blocks and connections are declared in `order`. */
  analyse(): void {
    this.order.eliminate();
    this.place();
    this.schedule();
  }

  /**
   * Returns the start of the block of row i and column j in `values`. The blocks must be connected
   * or equal.
   */
  block(i: i32, j: i32): i32 {
    return i == j ? unchecked(this.diagonal[i]) : unchecked(this.at[this.order.edge(i, j)]);
  }

  clear(): void {
    this.values.fill(0.0, 0, this.used);
  }

  /** A becomes its factors. False when a pivot fails. */
  factor(): bool {
    const count: i32 = this.order.count;
    const values: StaticArray<f64> = this.values;
    const size: StaticArray<i32> = this.order.size;
    for (let k: i32 = 0; k < count; k++) {
      const s: i32 = unchecked(size[k]);
      const d: i32 = unchecked(this.diagonal[k]);
      const row: i32 = unchecked(this.row[k]);
      for (let p: i32 = 0; p < s; p++) unchecked((this.scale[row + p] = Math.abs(values[d + p * s + p])));
    }
    for (let n: i32 = 0; n < count; n++) {
      const k: i32 = unchecked(this.order.order[n]);
      const s: i32 = unchecked(size[k]);
      const d: i32 = unchecked(this.diagonal[k]);
      if (!this.factorDiagonal(d, s, unchecked(this.row[k]))) {
        this.failed = k;
        return false;
      }
      const begin: i32 = unchecked(this.start[n]);
      const end: i32 = unchecked(this.start[n + 1]);
      for (let b: i32 = begin; b < end; b++)
        this.divide(d, s, unchecked(this.laterColumn[b]), unchecked(size[this.later[b]]));
      let target: i32 = unchecked(this.targetStart[n]);
      for (let a: i32 = begin; a < end; a++) {
        const i: i32 = unchecked(this.later[a]);
        const left: i32 = unchecked(this.laterRow[a]);
        const height: i32 = unchecked(size[i]);
        for (let b: i32 = begin; b < end; b++) {
          const width: i32 = unchecked(size[this.later[b]]);
          const to: i32 = unchecked(this.targets[target]);
          target++;
          this.subtract(left, height, unchecked(this.laterColumn[b]), width, s, to);
          if (a == b) this.grow(i, to, height);
        }
      }
    }
    this.failed = -1;
    return true;
  }

  /** b ← A⁻¹ b. */
  solve(b: StaticArray<f64>): void {
    const count: i32 = this.order.count;
    const size: StaticArray<i32> = this.order.size;
    const values: StaticArray<f64> = this.values;
    for (let n: i32 = 0; n < count; n++) {
      const k: i32 = unchecked(this.order.order[n]);
      const s: i32 = unchecked(size[k]);
      const row: i32 = unchecked(this.row[k]);
      this.solveDiagonal(unchecked(this.diagonal[k]), s, b, row);
      for (let a: i32 = unchecked(this.start[n]); a < unchecked(this.start[n + 1]); a++) {
        const i: i32 = unchecked(this.later[a]);
        const height: i32 = unchecked(size[i]);
        const to: i32 = unchecked(this.row[i]);
        let from: i32 = unchecked(this.laterRow[a]);
        for (let p: i32 = 0; p < height; p++) {
          let sum: f64 = unchecked(b[to + p]);
          for (let q: i32 = 0; q < s; q++) sum -= unchecked(values[from + q]) * unchecked(b[row + q]);
          unchecked((b[to + p] = sum));
          from += s;
        }
      }
    }
    for (let n: i32 = count - 1; n >= 0; n--) {
      const k: i32 = unchecked(this.order.order[n]);
      const s: i32 = unchecked(size[k]);
      const row: i32 = unchecked(this.row[k]);
      for (let a: i32 = unchecked(this.start[n]); a < unchecked(this.start[n + 1]); a++) {
        const j: i32 = unchecked(this.later[a]);
        const width: i32 = unchecked(size[j]);
        const from: i32 = unchecked(this.row[j]);
        let place: i32 = unchecked(this.laterColumn[a]);
        for (let p: i32 = 0; p < s; p++) {
          let sum: f64 = unchecked(b[row + p]);
          for (let q: i32 = 0; q < width; q++) sum -= unchecked(values[place + q]) * unchecked(b[from + q]);
          unchecked((b[row + p] = sum));
          place += width;
        }
      }
    }
  }

  private place(): void {
    const order: EliminationOrder = this.order;
    let used: i32 = 0;
    let rows: i32 = 0;
    for (let k: i32 = 0; k < order.count; k++) {
      this.row[k] = rows;
      rows += order.size[k];
      this.diagonal[k] = used;
      used += order.size[k] * order.size[k];
      for (let e: i32 = order.first[k]; e >= 0; e = order.next[e]) {
        this.at[e] = used;
        used += order.size[k] * order.size[order.to[e]];
      }
    }
    if (rows > this.scale.length || used > this.values.length)
      fail('block LU: more entries than there is room for');
    this.rows = rows;
    this.used = used;
    for (let n: i32 = 0; n < order.count; n++) this.position[order.order[n]] = n;
  }

  private schedule(): void {
    const order: EliminationOrder = this.order;
    let count: i32 = 0;
    let target: i32 = 0;
    this.products = 0;
    for (let n: i32 = 0; n < order.count; n++) {
      const k: i32 = order.order[n];
      this.start[n] = count;
      this.targetStart[n] = target;
      for (let e: i32 = order.first[k]; e >= 0; e = order.next[e]) {
        const j: i32 = order.to[e];
        if (this.position[j] < n) continue;
        this.later[count] = j;
        this.laterRow[count] = this.block(j, k);
        this.laterColumn[count] = this.at[e];
        count++;
      }
      const begin: i32 = this.start[n];
      const squares: i32 = (count - begin) * (count - begin);
      if (target + squares > this.targets.length) fail('block LU: more products than there is room for');
      for (let a: i32 = begin; a < count; a++)
        for (let b: i32 = begin; b < count; b++) {
          this.targets[target] = this.block(this.later[a], this.later[b]);
          target++;
          this.products += order.size[this.later[a]] * order.size[this.later[b]] * order.size[k];
        }
    }
    this.start[order.count] = count;
    this.targetStart[order.count] = target;
  }

  /** LU without exchange of rows, in place. Inverse pivots on the diagonal. */
  private factorDiagonal(d: i32, s: i32, row: i32): bool {
    const values: StaticArray<f64> = this.values;
    for (let k: i32 = 0; k < s; k++) {
      const kk: i32 = d + k * s;
      const pivot: f64 = unchecked(values[kk + k]);
      if (!(Math.abs(pivot) > negligible * unchecked(this.scale[row + k]))) return false;
      const inverse: f64 = 1.0 / pivot;
      unchecked((values[kk + k] = inverse));
      for (let i: i32 = k + 1; i < s; i++) {
        const ii: i32 = d + i * s;
        const factor: f64 = unchecked(values[ii + k]) * inverse;
        unchecked((values[ii + k] = factor));
        for (let j: i32 = k + 1; j < s; j++) unchecked((values[ii + j] -= factor * values[kk + j]));
      }
    }
    return true;
  }

  /** The block at x, s × width, ← (factored block at d)⁻¹ times it. */
  private divide(d: i32, s: i32, x: i32, width: i32): void {
    const values: StaticArray<f64> = this.values;
    for (let i: i32 = 1; i < s; i++) {
      const to: i32 = x + i * width;
      for (let k: i32 = 0; k < i; k++) {
        const factor: f64 = unchecked(values[d + i * s + k]);
        const from: i32 = x + k * width;
        for (let j: i32 = 0; j < width; j++) unchecked((values[to + j] -= factor * values[from + j]));
      }
    }
    for (let i: i32 = s - 1; i >= 0; i--) {
      const to: i32 = x + i * width;
      for (let k: i32 = i + 1; k < s; k++) {
        const factor: f64 = unchecked(values[d + i * s + k]);
        const from: i32 = x + k * width;
        for (let j: i32 = 0; j < width; j++) unchecked((values[to + j] -= factor * values[from + j]));
      }
      const inverse: f64 = unchecked(values[d + i * s + i]);
      for (let j: i32 = 0; j < width; j++) unchecked((values[to + j] *= inverse));
    }
  }

  /** The block at `to` ← itself − (height × s at left) (s × width at right). */
  private subtract(left: i32, height: i32, right: i32, width: i32, s: i32, to: i32): void {
    const values: StaticArray<f64> = this.values;
    for (let p: i32 = 0; p < height; p++) {
      const target: i32 = to + p * width;
      for (let k: i32 = 0; k < s; k++) {
        const factor: f64 = unchecked(values[left + p * s + k]);
        const from: i32 = right + k * width;
        for (let j: i32 = 0; j < width; j++) unchecked((values[target + j] -= factor * values[from + j]));
      }
    }
  }

  private grow(i: i32, d: i32, s: i32): void {
    const row: i32 = unchecked(this.row[i]);
    for (let p: i32 = 0; p < s; p++) {
      const size: f64 = Math.abs(unchecked(this.values[d + p * s + p]));
      if (size > unchecked(this.scale[row + p])) unchecked((this.scale[row + p] = size));
    }
  }

  private solveDiagonal(d: i32, s: i32, b: StaticArray<f64>, row: i32): void {
    const values: StaticArray<f64> = this.values;
    for (let i: i32 = 1; i < s; i++) {
      let sum: f64 = unchecked(b[row + i]);
      for (let k: i32 = 0; k < i; k++) sum -= unchecked(values[d + i * s + k]) * unchecked(b[row + k]);
      unchecked((b[row + i] = sum));
    }
    for (let i: i32 = s - 1; i >= 0; i--) {
      let sum: f64 = unchecked(b[row + i]);
      for (let k: i32 = i + 1; k < s; k++) sum -= unchecked(values[d + i * s + k]) * unchecked(b[row + k]);
      unchecked((b[row + i] = sum * values[d + i * s + i]));
    }
  }
}
