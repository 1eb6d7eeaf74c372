import type { ColumnSummary } from '../../observe/column-statistics.ts';
import { table } from '../command.ts';

/** What each recorded column came to, a row each; on a terminal with its curve. */
export function resultsTable(columns: readonly ColumnSummary[], curves: boolean): string {
  const rows = columns.map(({ name, unitOfMeasure, min, max, mean, final, curve }) => [
    name,
    unitOfMeasure === '1' ? '' : unitOfMeasure,
    ...[min, max, mean, final].map(digits),
    ...(curves ? [sparkline(curve)] : []),
  ]);
  return table(
    [['variable', 'unit', 'min', 'max', 'mean', 'final', ...(curves ? [''] : [])], ...rows],
    [2, 3, 4, 5],
  );
}

/** Six digits at most. */
function digits(x: number): string {
  return `${Number(x.toPrecision(6))}`;
}

const blocks = '▁▂▃▄▅▆▇█';

/** A curve as blocks between its least and its largest value. */
export function sparkline(values: readonly number[]): string {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const height = (x: number): number =>
    high > low ? Math.min(blocks.length - 1, Math.floor((blocks.length * (x - low)) / (high - low))) : 0;
  return values.map((x) => blocks[height(x)]).join('');
}
