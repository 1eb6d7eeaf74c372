import { mostValues } from './binary/number-column.ts';
import { readWhole } from './rows/open-results.ts';
import type { TimeTable } from './time-table.ts';

export type { TimeTable } from './time-table.ts';

/**
 * Reads a CSV, Parquet, MAT or NPY file with a column `time` and uniquely named columns of numbers. In
 * CSV, an empty field and `NaN` give NaN. `Infinity` or `inf` may occur in results of unstable runs.
 * `true` and `false` are 1 and 0.
 *
 * @throws UserError that names the file, the row and the column
 *
 * @example
 * const { times, names, columns } = await readResults('results/chain.csv');
 * for (const [k, name] of names.entries()) console.log(name, columns[k].at(-1), 'at', times.at(-1), 's');
 */
export async function readResults(file: string): Promise<TimeTable> {
  return readWhole(file, mostValues);
}
