import type { OwnStepsLog } from '../../coupling/substep-log.ts';
import type { OwnColumn } from './run-page-data.ts';

/** Sizes of the steps that a coupling scheme has made of its own [s], and of those that it has taken back, each where it began. */
export function ownStepColumns(log: Pick<OwnStepsLog, 'time' | 'size' | 'stood'> | undefined): OwnColumn[] {
  if (log === undefined) return [];
  const { time, size, stood } = log;
  const column = (name: string, wanted: number): OwnColumn => {
    const own = (values: Float64Array): Float64Array => values.filter((_, k) => stood[k] === wanted);
    return { name, unitOfMeasure: 's', time: own(time), data: own(size) };
  };
  return [column('own steps', 1), column('own steps taken back', 0)];
}
