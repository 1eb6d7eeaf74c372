/** Column of a binary result file. A missing number is NaN. */
export interface NumberColumn {
  name: string;
  unit: string;
  values: Float64Array | BigInt64Array | BigUint64Array;
}
