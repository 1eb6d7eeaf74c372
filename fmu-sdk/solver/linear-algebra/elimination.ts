import { DifferentStateError, type Stateful, type StateVisitor } from '../../util/state/stateful.ts';
import type { SparseMatrix } from './sparse-matrix.ts';

/**
 * A diagonal entry is the pivot unless it is smaller than this share of the largest candidate. This
 * keeps the factors as sparse as the order of elimination intends.
 */
const diagonalShare = 0.1;

/**
 * Eliminates a sparse matrix column by column from the left, with partial pivoting (Gilbert &
 * Peierls 1988). `factor` finds the pivots and the places of all entries. A subclass computes with
 * the numbers. The unit diagonal of L is not stored, and the diagonal of U is stored inverted.
 */
export abstract class Elimination implements Stateful {
  /**
   * Entries of L and U by columns, as in `SparseMatrix`. Rows are positions in the order of
   * elimination.
   */
  protected readonly lStarts: Int32Array;
  protected readonly uStarts: Int32Array;
  protected lRows: Int32Array;
  protected uRows: Int32Array;
  /**
   * Position of each row, −1 before its elimination. The next array holds the position of the row
   * of each entry of the matrix.
   */
  protected readonly positions: Int32Array;
  protected readonly entryPositions: Int32Array;
  /** Numbers of L and U, and one over the pivots. */
  protected lower: Float64Array;
  protected upper: Float64Array;
  protected readonly inverse: Float64Array;
  /** A column, by rows. */
  protected readonly work: Float64Array;
  private readonly reached: Int32Array;
  private readonly path: Int32Array;
  private readonly places: Int32Array;
  private readonly marks: Int32Array;
  private stamp = 0;
  private top = 0;

  constructor(
    protected readonly pattern: SparseMatrix,
    /** Columns in the order of elimination. */
    protected readonly order: Int32Array,
    /** Places that a number takes in an array: 1 for real, 2 for complex numbers. */
    private readonly width: 1 | 2,
  ) {
    const { n, rows } = pattern;
    this.lStarts = new Int32Array(n + 1);
    this.uStarts = new Int32Array(n + 1);
    this.lRows = new Int32Array(rows.length + n);
    this.uRows = new Int32Array(rows.length + n);
    this.positions = new Int32Array(n);
    this.entryPositions = new Int32Array(rows.length);
    this.lower = new Float64Array(width * this.lRows.length);
    this.upper = new Float64Array(width * this.uRows.length);
    this.inverse = new Float64Array(width * n);
    this.work = new Float64Array(width * n);
    this.reached = new Int32Array(n);
    this.path = new Int32Array(n);
    this.places = new Int32Array(n);
    this.marks = new Int32Array(n);
  }

  /** Entries of both factors without their diagonals. */
  get entries(): number {
    const { n } = this.pattern;
    return this.lStarts[n] + this.uStarts[n];
  }

  /** Column j of the matrix into the work space, by rows. */
  protected abstract load(j: number): void;
  /**
   * Stores the entry of U for a row at position k, and subtracts its multiple of the column of L.
   */
  protected abstract eliminate(k: number, row: number, place: number): void;
  /** Size of what stands in a row of the work space. */
  protected abstract size(row: number): number;
  protected abstract storePivot(k: number, row: number): void;
  protected abstract storeLower(k: number, row: number, place: number): void;
  /** Forgets what stands in a row of the work space. */
  protected abstract clear(row: number): void;

  /** Factors the matrix and chooses the pivots. Returns false when the matrix is singular. */
  factor(): boolean {
    const { pattern, order, positions, entryPositions } = this;
    const { n, rows } = pattern;
    positions.fill(-1);
    for (let k = 0; k < n; k++) if (!this.column(k, order[k])) return false;
    const { lRows, lStarts } = this;
    for (let p = 0; p < lStarts[n]; p++) lRows[p] = positions[lRows[p]];
    for (let p = 0; p < rows.length; p++) entryPositions[p] = positions[rows[p]];
    return true;
  }

  private column(k: number, j: number): boolean {
    const { reached, positions, lStarts, uStarts } = this;
    const { n } = this.pattern;
    this.reserve(lStarts[k] + n, uStarts[k] + n);
    this.reach(j);
    this.load(j);
    let upper = uStarts[k];
    for (let p = this.top; p < n; p++) {
      const row = reached[p];
      if (positions[row] < 0) continue;
      this.uRows[upper] = positions[row];
      this.eliminate(positions[row], row, upper++);
    }
    uStarts[k + 1] = upper;
    const pivot = this.pivot(j);
    if (pivot < 0) {
      for (let p = this.top; p < n; p++) this.clear(reached[p]);
      return false;
    }
    positions[pivot] = k;
    this.storePivot(k, pivot);
    let lower = lStarts[k];
    for (let p = this.top; p < n; p++) {
      const row = reached[p];
      if (positions[row] >= 0) continue;
      this.lRows[lower] = row;
      this.storeLower(k, row, lower++);
    }
    lStarts[k + 1] = lower;
    return true;
  }

  /** Returns the row of the pivot, or −1 when all candidates are zero. */
  private pivot(diagonal: number): number {
    const { reached, positions } = this;
    let best = -1;
    let largest = 0;
    let diagonalSize = 0;
    for (let p = this.top; p < reached.length; p++) {
      const row = reached[p];
      if (positions[row] >= 0) continue;
      const size = this.size(row);
      if (row === diagonal) diagonalSize = size;
      if (size > largest) {
        largest = size;
        best = row;
      }
    }
    return diagonalSize > 0 && diagonalSize >= diagonalShare * largest ? diagonal : best;
  }

  /**
   * Finds the rows in which column j will have entries, in an order in which they can be
   * eliminated: reached[top …].
   */
  private reach(j: number): void {
    const { starts, rows, n } = this.pattern;
    this.stamp++;
    this.top = n;
    for (let k = starts[j]; k < starts[j + 1]; k++)
      if (this.marks[rows[k]] !== this.stamp) this.descend(rows[k]);
  }

  /** Depth-first search from a row along the columns of L that it eliminates. */
  private descend(from: number): void {
    const { marks, path, places, positions, lStarts, lRows, reached, stamp } = this;
    let depth = 0;
    path[0] = from;
    marks[from] = stamp;
    places[0] = positions[from] < 0 ? 0 : lStarts[positions[from]];
    while (depth >= 0) {
      const k = positions[path[depth]];
      const end = k < 0 ? 0 : lStarts[k + 1];
      let place = places[depth];
      while (place < end && marks[lRows[place]] === stamp) place++;
      if (place < end) {
        const row = lRows[place];
        places[depth] = place + 1;
        marks[row] = stamp;
        path[++depth] = row;
        places[depth] = positions[row] < 0 ? 0 : lStarts[positions[row]];
      } else reached[--this.top] = path[depth--];
    }
  }

  private reserve(lower: number, upper: number): void {
    if (lower <= this.lRows.length && upper <= this.uRows.length) return;
    const [l, u] = [this.lRows, this.uRows];
    this.lRows = new Int32Array(Math.max(lower, 2 * l.length));
    this.uRows = new Int32Array(Math.max(upper, 2 * u.length));
    this.lRows.set(l);
    this.uRows.set(u);
    this.growValues(this.lRows.length, this.uRows.length);
  }

  /** Makes place for so many entries. */
  private growValues(lower: number, upper: number): void {
    const [l, u] = [this.lower, this.upper];
    this.lower = new Float64Array(this.width * lower);
    this.upper = new Float64Array(this.width * upper);
    this.lower.set(l.subarray(0, this.lower.length));
    this.upper.set(u.subarray(0, this.upper.length));
  }

  visitState(state: StateVisitor): void {
    const { n } = this.pattern;
    state.array('lStarts', this.lStarts);
    state.array('uStarts', this.uStarts);
    state.array('positions', this.positions);
    state.array('entryPositions', this.entryPositions);
    const lRows = state.resizable('lRows', this.lRows);
    const uRows = state.resizable('uRows', this.uRows);
    if (lRows !== this.lRows || uRows !== this.uRows) this.growValues(lRows.length, uRows.length);
    this.lRows = lRows;
    this.uRows = uRows;
    state.array('lower', this.lower);
    state.array('upper', this.upper);
    state.array('inverse', this.inverse);
    if (!state.untrusted) return;
    requireIndexes(this.lStarts, lRows.length);
    requireIndexes(this.uStarts, uRows.length);
    for (const rows of [lRows, uRows, this.positions, this.entryPositions]) requireIndexes(rows, n - 1);
  }
}

/** Refuses saved indexes outside of −1 … most. */
function requireIndexes(indexes: Int32Array, most: number): void {
  for (const index of indexes)
    if (index < -1 || index > most)
      throw new DifferentStateError(`a factor has the index ${index}, expected at most ${most}`);
}
