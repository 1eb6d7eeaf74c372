import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { TitleRow } from '../title-row.ts';
import { fieldNumber, isWhole } from './field-number.ts';
import type { RowBuffer } from './row-buffer.ts';

/**
 * Converts rows of texts to numbers and adds them to a buffer. This is the only place that refuses
 * rows.
 *
 * @param after last time before these rows [s]
 * @param lineOf line of the file in which a row ends
 */
export function addRows(
  { file, titles, time }: TitleRow,
  rows: readonly (readonly string[])[],
  buffer: RowBuffer,
  after: number,
  lineOf: (row: number) => number,
): void {
  let before = after;
  for (const [n, row] of rows.entries()) {
    if (buffer.count === buffer.times.length) buffer.grow();
    for (let k = 0, column = 0; k < titles.length; k++) {
      const text = row[k];
      const value = fieldNumber(text);
      if (value === undefined)
        throw new UserError(
          `read ${file}: expected a number in the range of doubles at line ${lineOf(n)} of ${titles[k]}, got "${printableName(text)}". Give a decimal number, or leave the field empty.`,
        );
      if (k === time) {
        if (!Number.isFinite(value))
          throw new UserError(
            `read ${file}: expected a time in seconds at line ${lineOf(n)}, got "${text}". Give each row a time.`,
          );
        if (value < before)
          throw new UserError(
            `read ${file}: the time decreases from ${before} s to ${value} s at line ${lineOf(n)}. Sort the rows by time.`,
          );
        buffer.times[buffer.count] = before = value;
        continue;
      }
      buffer.columns[column][buffer.count] = value;
      if (!isWhole(text)) buffer.wholes[column] = 0;
      else if (Math.abs(value) > Number.MAX_SAFE_INTEGER) buffer.setRest(column, text, value);
      column++;
    }
    buffer.count++;
  }
}
