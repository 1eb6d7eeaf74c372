import { minimumDegree } from './minimum-degree.ts';
import type { SparseMatrix } from './sparse-matrix.ts';

/** Largest number of states for which dense factors are faster than a search for zeros. */
const small = 20;
/** Cost of a multiplication in sparse factors, in multiplications of dense ones. */
const sparseCost = 4;

/**
 * Pattern of σI − J: the places of its entries, the places of these entries in J, and the choices
 * made for its factors.
 */
export interface ShiftedPattern {
  /** Jacobian of this pattern. Jacobians with an equal pattern share it. */
  readonly of: SparseMatrix;
  /** True when the factors are dense. */
  readonly dense: boolean;
  /** Pattern with the whole diagonal. It is empty when the factors are dense. */
  readonly matrix: SparseMatrix;
  /** Order of elimination. */
  readonly order: Int32Array;
  /** Place in `matrix` of each entry of J, and of each entry of the diagonal. */
  readonly places: Int32Array;
  readonly diagonal: Int32Array;
}

const none = new Int32Array(0);

/**
 * Decides from the entries of J whether the factors of σI − J are dense or sparse, and chooses the
 * order of elimination.
 */
export function shiftedPattern(of: SparseMatrix): ShiftedPattern {
  const { n } = of;
  const nothing = { n: 0, starts: none, rows: none, values: new Float64Array(0) };
  const dense = { of, dense: true, matrix: nothing, order: none, places: none, diagonal: none };
  if (n <= small) return dense;
  const { order, operations } = minimumDegree(of);
  if (sparseCost * operations > n ** 3 / 3) return dense;
  return { of, dense: false, order, ...withDiagonal(of) };
}

function withDiagonal({
  n,
  starts,
  rows,
}: SparseMatrix): Pick<ShiftedPattern, 'matrix' | 'places' | 'diagonal'> {
  const rowsWithDiagonal = new Int32Array(rows.length + n);
  const begins = new Int32Array(n + 1);
  const places = new Int32Array(rows.length);
  const diagonal = new Int32Array(n);
  let count = 0;
  for (let j = 0; j < n; j++) {
    let k = starts[j];
    for (; k < starts[j + 1] && rows[k] < j; k++) {
      places[k] = count;
      rowsWithDiagonal[count++] = rows[k];
    }
    diagonal[j] = count;
    rowsWithDiagonal[count++] = j;
    if (k < starts[j + 1] && rows[k] === j) places[k++] = diagonal[j];
    for (; k < starts[j + 1]; k++) {
      places[k] = count;
      rowsWithDiagonal[count++] = rows[k];
    }
    begins[j + 1] = count;
  }
  const matrix = {
    n,
    starts: begins,
    rows: rowsWithDiagonal.slice(0, count),
    values: new Float64Array(count),
  };
  return { matrix, places, diagonal };
}
