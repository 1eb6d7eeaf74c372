/** A position in a text: line and column from 1. Columns count UTF-16 code units. */
export interface Position {
  line: number;
  column: number;
}
