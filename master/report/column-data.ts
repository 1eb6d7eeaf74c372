/** Run of a report as the page has it. */
export interface RunData {
  title: string;
  /**
   * Time [s] as a polygon over the rows: pairs of row and time. A constant step needs two pairs.
   */
  knots: [number, number][];
  columns: Record<string, ColumnData>;
}

/**
 * Base64 of the selected rows (differences, LEB128) and of their values (Float32, little endian).
 */
export interface ColumnData {
  rows: string;
  values: string;
}
