import { Thinning } from '../report/plots/thinning.ts';
import { type PickedColumn, type PickedColumns, rowLimit } from '../report/system/pack-run.ts';
import type { ResultRows } from './rows/result-rows.ts';

/**
 * Returns the columns of results as a page holds them: all rows, or rows with the extremes of each
 * column.
 *
 * @param named names and units of measure of the columns
 */
export function pickRows(
  { facts, blocks }: ResultRows,
  named: readonly { name: string; unit?: string | undefined }[],
): PickedColumns {
  const { count, sizes } = facts;
  const limit = rowLimit(1 + named.length, count);
  const reduced = limit < Infinity;
  const thinnings = named.map(() => new Thinning(count, limit));
  for (const { count: length, times, columns } of blocks())
    for (const [k, thinning] of thinnings.entries()) thinning.take(length, columns[k], times);
  const picked = thinnings.map((thinning) => thinning.result());
  const columns = named.map(
    ({ name, unit = '' }, k): PickedColumn => ({
      ...{ name, unit, size: sizes[k] },
      values: picked[k].values,
      // Columns with all rows have their times in common.
      times: picked[reduced ? k : 0].times,
    }),
  );
  return { columns, reduced };
}
