/** A place in a text: line and column from 1, the column in UTF-16 units. */
export interface Position {
  line: number;
  column: number;
}
