/** Column of a binary result file. A missing number is NaN. */
export interface NumberColumn {
  name: string;
  unit: string;
  values: Float64Array | BigInt64Array | BigUint64Array;
}

/** Values that one file may bring into memory: 800 MB. A small file can declare many more. */
export const mostValues = 100_000_000;

/** Throws an Error for a table that takes too much memory. */
export function requireFewValues(count: number): void {
  if (count > mostValues) throw new Error(`expected at most ${mostValues} values, got ${count}`);
}
