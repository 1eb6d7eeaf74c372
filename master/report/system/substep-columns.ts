import type { SubstepColumns } from '../../coupling/substep-log.ts';
import type { ColumnWithTimes } from './run-page-data.ts';

/**
 * Returns the sizes of accepted and of rejected substeps of a coupling scheme [s], at their start
 * times.
 */
export function substepColumns(
  log: Pick<SubstepColumns, 'time' | 'size' | 'accepted'> | undefined,
): ColumnWithTimes[] {
  if (log === undefined) return [];
  const { time, size, accepted } = log;
  const column = (name: string, wanted: number): ColumnWithTimes => {
    const filterValues = (values: Float64Array): Float64Array =>
      values.filter((_, k) => accepted[k] === wanted);
    return { name, unit: 's', time: filterValues(time), data: filterValues(size) };
  };
  return [column('substeps', 1), column('rejected substeps', 0)];
}
