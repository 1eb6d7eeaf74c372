/** Columns of a Jacobian that have no row in common, with the rows in which each of them may have an entry. */
export interface ColumnGroup {
  columns: readonly number[];
  rows: readonly (readonly number[])[];
}

/**
 * Groups of structurally orthogonal columns, so that one evaluation gives all columns of a group: Curtis, Powell & Reid
 * (1974), first fit. `columnsOf[i]` are the columns in which row i may have entries.
 */
export function groupColumns(columnsOf: readonly (readonly number[])[]): ColumnGroup[] {
  const n = columnsOf.length;
  const rowsOf: number[][] = Array.from({ length: n }, () => []);
  columnsOf.forEach((columns, i) => {
    for (const j of columns) rowsOf[j].push(i);
  });
  const groups: { columns: number[]; rows: number[][]; taken: Set<number> }[] = [];
  for (let j = 0; j < n; j++) {
    let group = groups.find(({ taken }) => rowsOf[j].every((i) => !taken.has(i)));
    if (group === undefined) groups.push((group = { columns: [], rows: [], taken: new Set() }));
    group.columns.push(j);
    group.rows.push(rowsOf[j]);
    for (const i of rowsOf[j]) group.taken.add(i);
  }
  return groups.map(({ columns, rows }) => ({ columns, rows }));
}

/** Each column for itself, with an entry in every row. */
export function singleColumns(n: number): ColumnGroup[] {
  const all = Array.from({ length: n }, (_, i) => i);
  return all.map((j) => ({ columns: [j], rows: [all] }));
}
