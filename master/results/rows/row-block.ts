/**
 * Some consecutive rows of results. Only the first `count` elements of each array count. The reader
 * may overwrite them when the next rows are requested.
 */
export interface RowBlock {
  readonly count: number;
  /** Times [s]. */
  readonly times: Float64Array;
  readonly columns: readonly Float64Array[];
  /** Rests of 64-bit integers that their doubles leave out. Undefined if all are 0. */
  readonly rests: readonly (Float64Array | undefined)[];
  /** 1 for each column whose texts are whole numbers up to here. Default: all. */
  readonly wholes?: Uint8Array;
}
