import { transposed } from './sparse-matrix.ts';

/**
 * Groups structurally orthogonal columns: two columns of a group share no row. One evaluation then
 * gives all columns of a group (Curtis, Powell & Reid 1974, first fit). `columnsOf[i]` lists the
 * columns in which row i may have entries.
 */
export function groupColumns(columnsOf: readonly (readonly number[])[]): number[][] {
  const n = columnsOf.length;
  if (columnsOf.some(({ length }) => length === n)) return singleColumns(n);
  const rowsOf = transposed(columnsOf);
  const groupOf = new Int32Array(n).fill(-1);
  const groups: number[][] = [];
  /** The last column to which a group was closed. */
  const closed: number[] = [];
  for (let j = 0; j < n; j++) {
    for (const i of rowsOf[j]) for (const other of columnsOf[i]) if (other < j) closed[groupOf[other]] = j;
    let g = 0;
    while (g < groups.length && closed[g] === j) g++;
    if (g === groups.length) {
      groups.push([]);
      closed.push(-1);
    }
    groups[g].push(j);
    groupOf[j] = g;
  }
  return groups;
}

/** Each column for itself. */
export function singleColumns(n: number): number[][] {
  return Array.from({ length: n }, (_, j) => [j]);
}
