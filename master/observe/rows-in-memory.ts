import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../system/system.ts';

/** Largest memory for the rows of a run [bytes]. */
const mostBytes = 8 * 2 ** 30;

/**
 * Returns the number of rows for which a run needs memory, without rows of events.
 *
 * @param columns number of columns, with the time
 * @throws UserError if the rows need more than 8 GiB
 */
export function rowsInMemory(
  { name, startTime, stopTime, step, record }: CheckedSystem,
  columns: number,
): number {
  const steps = Math.round((stopTime - startTime) / step);
  const rows = Math.floor(steps / record.every) + 2;
  if (8 * rows * columns <= mostBytes) return rows;
  throw new UserError(
    `run ${name}: expected at most 8 GiB of rows in memory, got ${rows} rows of ${columns} columns. Record fewer rows or columns, or run without error bands and "collect".`,
  );
}
