import { messageOf, UserError } from '../../fmu-sdk/error.ts';
import { requirePath } from '../../fmu-sdk/files/path.ts';
import { readRegularFile } from '../../fmu-sdk/regular-file.ts';
import { inputRows } from '../system/input-source.ts';
import { inputSources } from '../system/input-sources.ts';

/** Quantities over time, as a file of results or of measurements has them. */
export interface TimeTable {
  readonly file: string;
  /** Titles of all columns but the time's. */
  readonly names: readonly string[];
  /** [s], not falling. */
  readonly times: Float64Array;
  readonly columns: readonly Float64Array[];
}

const mostBytes = 1024 * 2 ** 20;

/**
 * Reads a file with a column `time` and others of numbers. An empty field is no number (NaN); `true` and `false` are 1 and 0.
 *
 * @throws UserError that names the file, the row and the column
 */
export async function readTable(file: string): Promise<TimeTable> {
  requirePath('read', file);
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(file, mostBytes);
  } catch (error) {
    throw new UserError(`read ${file}: ${messageOf(error)}. Name a file that exists and can be read.`);
  }
  const [titles = [], ...rows] = await inputRows(file, bytes, inputSources);
  const time = titles.findIndex((title) => /^time(\s*\[s\])?$/i.test(title));
  if (time < 0)
    throw new UserError(
      `read ${file}: it has no column "time". Give one, in seconds, and numbers beside it.`,
    );
  if (rows.length === 0) throw new UserError(`read ${file}: it has no rows. Name a file with results.`);
  const column = (k: number): Float64Array =>
    Float64Array.from(rows, (row, n) => numberOf(row[k], file, n + 2, titles[k]));
  const times = column(time);
  for (let n = 0; n < times.length; n++)
    if (!(n === 0 || times[n] >= times[n - 1]) || Number.isNaN(times[n]))
      throw new UserError(
        `read ${file}: the time goes from ${times[n - 1]} s to ${times[n]} s at line ${n + 2}. Sort the rows by time.`,
      );
  const others = titles.map((_, k) => k).filter((k) => k !== time);
  return { file, names: others.map((k) => titles[k]), times, columns: others.map(column) };
}

function numberOf(text: string, file: string, line: number, title: string): number {
  if (text === '') return Number.NaN;
  if (text === 'true' || text === 'false') return text === 'true' ? 1 : 0;
  const value = Number(text);
  if (!Number.isNaN(value) || text === 'NaN') return value;
  throw new UserError(`read ${file}: "${text}" at line ${line} of ${title} is no number. Correct it.`);
}
