import { Elimination } from './elimination.ts';
import type { SparseMatrix } from './sparse-matrix.ts';

/**
 * Smallest ratio of a pivot to the largest entry below it at which an earlier pivot is used again
 * (Davis & Palamadai Natarajan 2010).
 */
export const pivotShare = 1e-3;

/** LU factors of a real sparse matrix whose entries' places stay the same: `elimination.ts`. */
export class SparseLu extends Elimination {
  constructor(pattern: SparseMatrix, order: Int32Array) {
    super(pattern, order, 1);
  }

  protected load(j: number): void {
    const { work, pattern } = this;
    const { starts, rows, values } = pattern;
    for (let k = starts[j]; k < starts[j + 1]; k++) work[rows[k]] = values[k];
  }

  protected eliminate(k: number, row: number, place: number): void {
    const { work, lower, lRows, lStarts } = this;
    const u = work[row];
    this.upper[place] = u;
    work[row] = 0;
    for (let p = lStarts[k]; p < lStarts[k + 1]; p++) work[lRows[p]] -= lower[p] * u;
  }

  protected size(row: number): number {
    return Math.abs(this.work[row]);
  }

  protected storePivot(k: number, row: number): void {
    this.inverse[k] = 1 / this.work[row];
    this.work[row] = 0;
  }

  protected storeLower(k: number, row: number, place: number): void {
    this.lower[place] = this.work[row] * this.inverse[k];
    this.work[row] = 0;
  }

  protected clear(row: number): void {
    this.work[row] = 0;
  }

  /**
   * Factors other values with the last pivots, without a search. Returns false when a pivot has
   * become too small.
   */
  refactor(): boolean {
    const { work, lower, upper, inverse, order, entryPositions, lStarts, uStarts, lRows, uRows } = this;
    const { n, starts, values } = this.pattern;
    for (let k = 0; k < n; k++) {
      const j = order[k];
      for (let p = starts[j]; p < starts[j + 1]; p++) work[entryPositions[p]] = values[p];
      for (let q = uStarts[k]; q < uStarts[k + 1]; q++) {
        const row = uRows[q];
        const u = work[row];
        upper[q] = u;
        work[row] = 0;
        for (let p = lStarts[row]; p < lStarts[row + 1]; p++) work[lRows[p]] -= lower[p] * u;
      }
      const pivot = work[k];
      const over = 1 / pivot;
      inverse[k] = over;
      work[k] = 0;
      let largest = 0;
      for (let p = lStarts[k]; p < lStarts[k + 1]; p++) {
        const value = work[lRows[p]];
        largest = Math.max(largest, Math.abs(value));
        lower[p] = value * over;
        work[lRows[p]] = 0;
      }
      if (!(Math.abs(pivot) > pivotShare * largest)) return false;
    }
    return true;
  }

  /** Replaces b by A⁻¹ b. */
  solve(b: Float64Array): void {
    const { work, lower, upper, inverse, order, positions, lStarts, uStarts, lRows, uRows } = this;
    const n = b.length;
    for (let i = 0; i < n; i++) work[positions[i]] = b[i];
    for (let k = 0; k < n; k++) {
      const y = work[k];
      for (let p = lStarts[k]; p < lStarts[k + 1]; p++) work[lRows[p]] -= lower[p] * y;
    }
    for (let k = n - 1; k >= 0; k--) {
      const y = work[k] * inverse[k];
      work[k] = 0;
      b[order[k]] = y;
      for (let p = uStarts[k]; p < uStarts[k + 1]; p++) work[uRows[p]] -= upper[p] * y;
    }
  }
}
