import { DifferentStateError, type StateVisitor } from '../../util/state/stateful.ts';

/**
 * Matrix n×n by its entries, column by column. Column j has values[k] in rows[k] for starts[j] ≤ k
 * < starts[j + 1], in rising rows. A missing entry is zero.
 */
export interface SparseMatrix {
  readonly n: number;
  readonly starts: Int32Array;
  readonly rows: Int32Array;
  readonly values: Float64Array;
}

/** Returns a matrix whose entries are zero. `rowsOf[j]` lists the rows of column j, each once. */
export function sparseMatrix(rowsOf: readonly (readonly number[])[]): SparseMatrix {
  const n = rowsOf.length;
  const starts = new Int32Array(n + 1);
  for (let j = 0; j < n; j++) starts[j + 1] = starts[j] + rowsOf[j].length;
  const rows = new Int32Array(starts[n]);
  for (let j = 0; j < n; j++) {
    rows.set(rowsOf[j], starts[j]);
    rows.subarray(starts[j], starts[j + 1]).sort();
  }
  return { n, starts, rows, values: new Float64Array(starts[n]) };
}

/** Returns a matrix with an entry at every place. */
export function fullMatrix(n: number): SparseMatrix {
  const rows = new Int32Array(n * n);
  for (let k = 0; k < rows.length; k++) rows[k] = k % n;
  const starts = Int32Array.from({ length: n + 1 }, (_, j) => j * n);
  return { n, starts, rows, values: new Float64Array(n * n) };
}

/** Rows of each column when `columnsOf[i]` are the columns of row i. */
export function transposed(columnsOf: readonly (readonly number[])[]): number[][] {
  const rowsOf: number[][] = columnsOf.map(() => []);
  columnsOf.forEach((columns, i) => {
    for (const j of columns) rowsOf[j].push(i);
  });
  return rowsOf;
}

export function samePattern(a: SparseMatrix, b: SparseMatrix): boolean {
  if (a.starts === b.starts && a.rows === b.rows) return true;
  return sameNumbers(a.starts, b.starts) && sameNumbers(a.rows, b.rows);
}

function sameNumbers(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

const none = new Int32Array(0);
const noValues = new Float64Array(0);

/** Saves or restores a matrix n×n. Returns the given one if its entries keep their places. */
export function visitMatrix(state: StateVisitor, J: SparseMatrix | undefined, n: number): SparseMatrix {
  const starts = state.fixed('starts', J?.starts ?? none);
  const rows = state.fixed('rows', J?.rows ?? none);
  if (state.untrusted) requireEntries(n, starts, rows);
  const isSame = J !== undefined && starts === J.starts && rows === J.rows;
  const values = state.resizable('values', isSame ? J.values : noValues);
  if (values.length !== rows.length)
    throw new DifferentStateError(`a matrix has ${values.length} values at ${rows.length} places`);
  return isSame ? J : { n, starts, rows, values };
}

function requireEntries(n: number, starts: Int32Array, rows: Int32Array): void {
  let isValid = starts.length === n + 1 && starts[0] === 0 && starts[n] === rows.length;
  for (let j = 0; isValid && j < n; j++) {
    isValid = starts[j] <= starts[j + 1];
    for (let k = starts[j]; isValid && k < starts[j + 1]; k++)
      isValid = rows[k] < n && rows[k] > (k === starts[j] ? -1 : rows[k - 1]);
  }
  if (!isValid) throw new DifferentStateError(`the places of the entries of a matrix ${n}×${n} are invalid`);
}
