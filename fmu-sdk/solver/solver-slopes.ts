import type { SparseMatrix } from './linear-algebra/sparse-matrix.ts';

/** Differences of f along one or several columns at a point, by whatever means. */
export interface ColumnDifferences {
  /** Differences of a column, by row. The shift of the column divides them. */
  readonly differences: Float64Array;
  readonly shifts: Float64Array;
  /**
   * Computes the differences along these columns. Returns false when it cannot: they count as zero.
   */
  along(columns: readonly number[]): boolean;
}

/** Fills a matrix with known entries, by groups of columns that share no row. */
export function fillMatrix(
  slopes: ColumnDifferences,
  groups: readonly (readonly number[])[],
  J: SparseMatrix,
): void {
  const { starts, rows, values } = J;
  const { differences, shifts } = slopes;
  for (let g = 0; g < groups.length; g++) {
    const columns = groups[g];
    const known = slopes.along(columns);
    for (let c = 0; c < columns.length; c++) {
      const j = columns[c];
      for (let k = starts[j]; k < starts[j + 1]; k++)
        values[k] = known ? differences[rows[k]] / shifts[j] : 0;
    }
  }
}

/**
 * Collects a matrix without a known structure: asks for each column and stores its non-zero
 * entries. An equal matrix has equal entries whatever was collected before. Nothing is allocated
 * when the entries stand where they stood the last time.
 */
export class MatrixCollector {
  private rows: Int32Array = new Int32Array(0);
  private values: Float64Array = new Float64Array(0);
  private readonly starts: Int32Array;
  private readonly single: number[] = [0];
  private last: SparseMatrix | undefined;

  constructor(n: number) {
    this.starts = new Int32Array(n + 1);
  }

  collect(slopes: ColumnDifferences): SparseMatrix {
    const { starts, single } = this;
    const n = starts.length - 1;
    let count = 0;
    for (let j = 0; j < n; j++) {
      if (count + n > this.rows.length) this.grow(count + n);
      single[0] = j;
      if (slopes.along(single)) count = this.storeEntry(slopes.differences, slopes.shifts[j], count);
      starts[j + 1] = count;
    }
    return this.result(n, count);
  }

  private storeEntry(differences: Float64Array, shift: number, from: number): number {
    const { rows, values } = this;
    let k = from;
    for (let i = 0; i < differences.length; i++) {
      if (differences[i] === 0) continue;
      rows[k] = i;
      values[k++] = differences[i] / shift;
    }
    return k;
  }

  private grow(least: number): void {
    const [rows, values] = [this.rows, this.values];
    const length = Math.max(least, 2 * rows.length);
    this.rows = new Int32Array(length);
    this.values = new Float64Array(length);
    this.rows.set(rows);
    this.values.set(values);
  }

  private result(n: number, count: number): SparseMatrix {
    const { last, rows, starts, values } = this;
    if (
      last !== undefined &&
      last.rows.length === count &&
      same(last.starts, starts) &&
      same(last.rows, rows)
    ) {
      for (let k = 0; k < count; k++) last.values[k] = values[k];
      return last;
    }
    this.last = { n, starts: starts.slice(), rows: rows.slice(0, count), values: values.slice(0, count) };
    return this.last;
  }
}

function same(a: Int32Array, b: Int32Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
