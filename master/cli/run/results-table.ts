import type { ColumnSummary } from '../../observe/column-statistics.ts';
import { table } from '../command.ts';

/** Formats the statistics of each recorded column as a row, on a terminal with a curve. */
export function resultsTable(columns: readonly ColumnSummary[], curves: boolean): string {
  const rows = columns.map(({ name, unit, min, max, mean, final, curve }) => [
    name,
    unit === '1' ? '' : unit,
    ...[min, max, mean, final].map(digits),
    ...(curves ? [sparkline(curve)] : []),
  ]);
  return table(
    [['variable', 'unit', 'min', 'max', 'mean', 'final', ...(curves ? [''] : [])], ...rows],
    [2, 3, 4, 5],
  );
}

/** Formats a number with at most six digits. */
function digits(x: number): string {
  return `${Number(x.toPrecision(6))}`;
}

const blocks = '▁▂▃▄▅▆▇█';

/** Draws a curve as blocks between its minimum and maximum. */
export function sparkline(values: readonly number[]): string {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const height = (x: number): number =>
    high > low ? Math.min(blocks.length - 1, Math.floor((blocks.length * (x - low)) / (high - low))) : 0;
  return values.map((x) => blocks[height(x)]).join('');
}
