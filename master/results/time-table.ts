/** Quantities over time, from a result file or measurements. */
export interface TimeTable {
  readonly file: string;
  /** Titles of all columns except the time. */
  readonly names: readonly string[];
  /** Times [s], not decreasing. */
  readonly times: Float64Array;
  readonly columns: readonly Float64Array[];
  /**
   * Rests of integer columns with values beyond 2⁵³. Double and rest add up to the exact 64-bit
   * value.
   */
  readonly rests?: readonly (Float64Array | undefined)[];
}
