/**
 * Symmetric positive definite matrix in skyline storage: lower rows from their first nonzero
 * element. It is factored in place as L D Lᵀ, and elements outside the skyline stay zero.
 */
export class Skyline {
  private readonly values: Float64Array;
  /** Offset of element (i, 0) for each row i. */
  private readonly at: Int32Array;

  /** @param first first column of each row */
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

  /**
   * Factors the matrix as L D Lᵀ in place. Returns the first row without a positive pivot, or −1.
   */
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
 * Returns an order that keeps connected elements close to each other (reverse Cuthill & McKee
 * 1969).
 *
 * @param neighbours neighbours of each element, by index
 */
export function nearOrder(neighbours: readonly ReadonlySet<number>[]): number[] {
  const order: number[] = [];
  const visited = new Set<number>();
  const fewest = (a: number, b: number): number => neighbours[a].size - neighbours[b].size || a - b;
  for (const start of [...neighbours.keys()].sort(fewest)) {
    if (visited.has(start)) continue;
    visited.add(start);
    const line = [start];
    for (let k = 0; k < line.length; k++)
      for (const next of [...neighbours[line[k]]].sort(fewest))
        if (!visited.has(next)) {
          visited.add(next);
          line.push(next);
        }
    order.push(...line);
  }
  return order.reverse();
}
