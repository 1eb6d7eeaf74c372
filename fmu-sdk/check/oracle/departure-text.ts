import type { Defect } from '../defect.ts';
import type { Deviation } from './agreement.ts';
import type { Difference } from './compare-fmus.ts';
import { short } from './short-number.ts';

/**
 * Returns the defect that model exchange does not confirm co-simulation, for the first deviation.
 * `steps` belong to the deviations [s].
 */
export function deviationDefect(all: readonly Deviation[], steps: readonly number[]): Defect {
  const { first, others } = firstOf(all);
  const { column, time, value, wanted, deviations, allowed } = first;
  const measure = measureOf(column.variable.unit);
  const sizes = steps.map((step, i) => `${short(deviations[i])}${measure} with steps of ${short(step)} s`);
  return {
    message: `"${column.title}" of co-simulation${others} deviates from model exchange at t = ${short(time)} s. A method with this step would deviate by ${short(allowed)}${measure}. The FMU deviates by up to ${sizes.join(', ')}.`,
    value: `${short(value)}${measure}`,
    expected: `${short(wanted)}${measure}, the result of model exchange`,
  };
}

/** An FMU that differs from another of the same model, `than`, by what differs first. */
export function differenceDefect(all: readonly Difference[], than: string): Defect {
  const { first, others } = firstOf(all);
  const { column, time, value, wanted, largest } = first;
  const measure = measureOf(column.variable.unit);
  return {
    message: `"${column.title}"${others} differs from ${than} from t = ${short(time)} s on, by up to ${short(largest)}${measure}.`,
    value: `${short(value)}${measure}`,
    expected: `${short(wanted)}${measure}`,
  };
}

/** One cause is one finding: the first in time, and how many more there are. */
function firstOf<T extends { time: number }>(all: readonly T[]): { first: T; others: string } {
  const first = all.reduce((a, b) => (b.time < a.time ? b : a));
  return { first, others: all.length === 1 ? '' : ` (and ${all.length - 1} more)` };
}

function measureOf(unitOfMeasure: string | undefined): string {
  return unitOfMeasure === undefined ? '' : ` ${unitOfMeasure}`;
}
