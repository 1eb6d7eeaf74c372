import { Elimination } from './elimination.ts';
import { pivotShare } from './sparse-lu.ts';
import type { SparseMatrix } from './sparse-matrix.ts';

/**
 * LU factors of A + i·s·I, as in `SparseLu`. A is sparse and real, with an entry at every place of
 * the diagonal. A number is two neighbours in an array, real and imaginary part. Its size is the
 * sum of both magnitudes.
 */
export class SparseLuComplex extends Elimination {
  /** s. */
  imaginary = 0;
  constructor(pattern: SparseMatrix, order: Int32Array) {
    super(pattern, order, 2);
  }

  protected load(j: number): void {
    const { work, pattern } = this;
    const { starts, rows, values } = pattern;
    for (let k = starts[j]; k < starts[j + 1]; k++) work[2 * rows[k]] = values[k];
    work[2 * j + 1] = this.imaginary;
  }

  protected eliminate(k: number, row: number, place: number): void {
    const { work, lower, upper, lRows, lStarts } = this;
    const ur = work[2 * row];
    const ui = work[2 * row + 1];
    upper[2 * place] = ur;
    upper[2 * place + 1] = ui;
    this.clear(row);
    for (let p = lStarts[k]; p < lStarts[k + 1]; p++) this.subtract(lRows[p], lower, p, ur, ui);
  }

  protected size(row: number): number {
    return Math.abs(this.work[2 * row]) + Math.abs(this.work[2 * row + 1]);
  }

  protected storePivot(k: number, row: number): void {
    this.invert(k, row);
    this.clear(row);
  }

  protected storeLower(k: number, row: number, place: number): void {
    const { inverse } = this;
    this.divide(place, row, inverse[2 * k], inverse[2 * k + 1]);
    this.clear(row);
  }

  protected clear(row: number): void {
    this.work[2 * row] = 0;
    this.work[2 * row + 1] = 0;
  }

  private invert(k: number, row: number): void {
    const { work, inverse } = this;
    const r = work[2 * row];
    const i = work[2 * row + 1];
    const square = r * r + i * i;
    inverse[2 * k] = r / square;
    inverse[2 * k + 1] = -i / square;
  }

  /** work[row] −= b[p] · (r + i·im). */
  private subtract(row: number, b: Float64Array, p: number, r: number, im: number): void {
    const { work } = this;
    const br = b[2 * p];
    const bi = b[2 * p + 1];
    work[2 * row] -= br * r - bi * im;
    work[2 * row + 1] -= br * im + bi * r;
  }

  /** lower[p] = work[row] · (r + i·im), the inverse of a pivot. */
  private divide(p: number, row: number, r: number, im: number): void {
    const { work, lower } = this;
    const ar = work[2 * row];
    const ai = work[2 * row + 1];
    lower[2 * p] = ar * r - ai * im;
    lower[2 * p + 1] = ar * im + ai * r;
  }

  /**
   * Factors other values with the last pivots, without a search. Returns false when a pivot has
   * become too small.
   */
  refactor(): boolean {
    const { work, lower, upper, inverse, order, entryPositions, lStarts, uStarts, lRows, uRows } = this;
    const { n, starts, values } = this.pattern;
    const { positions, imaginary } = this;
    for (let k = 0; k < n; k++) {
      const j = order[k];
      for (let p = starts[j]; p < starts[j + 1]; p++) work[2 * entryPositions[p]] = values[p];
      work[2 * positions[j] + 1] = imaginary;
      for (let q = uStarts[k]; q < uStarts[k + 1]; q++) {
        const row = uRows[q];
        const ur = work[2 * row];
        const ui = work[2 * row + 1];
        upper[2 * q] = ur;
        upper[2 * q + 1] = ui;
        this.clear(row);
        for (let p = lStarts[row]; p < lStarts[row + 1]; p++) this.subtract(lRows[p], lower, p, ur, ui);
      }
      const pivot = this.size(k);
      this.storePivot(k, k);
      const vr = inverse[2 * k];
      const vi = inverse[2 * k + 1];
      let largest = 0;
      for (let p = lStarts[k]; p < lStarts[k + 1]; p++) {
        largest = Math.max(largest, this.size(lRows[p]));
        this.divide(p, lRows[p], vr, vi);
        this.clear(lRows[p]);
      }
      if (!(pivot > pivotShare * largest)) return false;
    }
    return true;
  }

  /** Replaces b = br + i·bi by A⁻¹ b. */
  solve(br: Float64Array, bi: Float64Array): void {
    const { work, lower, upper, inverse, order, positions, lStarts, uStarts, lRows, uRows } = this;
    const n = br.length;
    for (let i = 0; i < n; i++) {
      const k = positions[i];
      work[2 * k] = br[i];
      work[2 * k + 1] = bi[i];
    }
    for (let k = 0; k < n; k++) {
      const yr = work[2 * k];
      const yi = work[2 * k + 1];
      for (let p = lStarts[k]; p < lStarts[k + 1]; p++) this.subtract(lRows[p], lower, p, yr, yi);
    }
    for (let k = n - 1; k >= 0; k--) {
      const r = work[2 * k];
      const i = work[2 * k + 1];
      const yr = r * inverse[2 * k] - i * inverse[2 * k + 1];
      const yi = r * inverse[2 * k + 1] + i * inverse[2 * k];
      this.clear(k);
      br[order[k]] = yr;
      bi[order[k]] = yi;
      for (let p = uStarts[k]; p < uStarts[k + 1]; p++) this.subtract(uRows[p], upper, p, yr, yi);
    }
  }
}
