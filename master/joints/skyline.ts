/**
 * A symmetric positive definite matrix by its lower rows from the first element that can differ from zero, factored in place as L D Lᵀ:
 * what is outside stays zero.
 */
export class Skyline {
  private readonly values: Float64Array;
  /** By row: where element (i, 0) would stand. */
  private readonly at: Int32Array;

  /** @param first by row: its first column */
  constructor(private readonly first: readonly number[]) {
    this.at = new Int32Array(first.length);
    let size = 0;
    first.forEach((column, i) => {
      this.at[i] = size - column;
      size += i - column + 1;
    });
    this.values = new Float64Array(size);
  }

  clear(): void {
    this.values.fill(0);
  }

  /** Adds to element (i, j), or (j, i). */
  add(i: number, j: number, value: number): void {
    if (i < j) this.values[this.at[j] + i] += value;
    else this.values[this.at[i] + j] += value;
  }

  /** L D Lᵀ in place of the matrix; the first row whose pivot is not positive, or −1. */
  factor(): number {
    const { values, at, first } = this;
    for (let i = 0; i < first.length; i++) {
      for (let j = first[i]; j < i; j++) {
        let sum = values[at[i] + j];
        for (let k = Math.max(first[i], first[j]); k < j; k++) sum -= values[at[i] + k] * values[at[j] + k];
        values[at[i] + j] = sum;
      }
      let pivot = values[at[i] + i];
      for (let j = first[i]; j < i; j++) {
        const scaled = values[at[i] + j] / values[at[j] + j];
        pivot -= scaled * values[at[i] + j];
        values[at[i] + j] = scaled;
      }
      if (!(pivot > 0)) return i;
      values[at[i] + i] = pivot;
    }
    return -1;
  }

  /** x ← A⁻¹ x, after `factor`. */
  solve(x: Float64Array): void {
    const { values, at, first } = this;
    for (let i = 0; i < first.length; i++) {
      let sum = x[i];
      for (let j = first[i]; j < i; j++) sum -= values[at[i] + j] * x[j];
      x[i] = sum;
    }
    for (let i = 0; i < first.length; i++) x[i] /= values[at[i] + i];
    for (let i = first.length - 1; i >= 0; i--)
      for (let j = first[i]; j < i; j++) x[j] -= values[at[i] + j] * x[i];
  }
}

/**
 * An order of what is connected that keeps neighbours near each other: Cuthill & McKee 1969, reversed.
 *
 * @param neighbours of each, by index
 */
export function nearOrder(neighbours: readonly ReadonlySet<number>[]): number[] {
  const order: number[] = [];
  const seen = new Set<number>();
  const fewest = (a: number, b: number): number => neighbours[a].size - neighbours[b].size || a - b;
  for (const start of [...neighbours.keys()].sort(fewest)) {
    if (seen.has(start)) continue;
    seen.add(start);
    const line = [start];
    for (let k = 0; k < line.length; k++)
      for (const next of [...neighbours[line[k]]].sort(fewest))
        if (!seen.has(next)) {
          seen.add(next);
          line.push(next);
        }
    order.push(...line);
  }
  return order.reverse();
}
