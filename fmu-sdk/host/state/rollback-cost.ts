import type { Fmu } from '../fmu.ts';
import type { FmuInstance } from '../instance/fmu-instance.ts';
import type { RollbackKind } from './snapshot.ts';

/** Cost of a rollback: medians of wall time [s], and copied bytes, if known. */
export interface RollbackCost {
  by: RollbackKind;
  take: number;
  restore: number;
  bytes: number | undefined;
}

/**
 * Number of measurements, and shortest duration of one [ms], which is some thousand times the
 * clock's resolution.
 */
const [times, least] = [21, 1];

/**
 * Runs the FMU up to its first step. Saves and restores its state until the measurement is long
 * enough.
 */
export async function rollbackCost(fmu: Fmu): Promise<RollbackCost> {
  const unit = await fmu.instantiate({ rollback: true });
  try {
    unit.initialize();
    const snapshot = unit.snapshot();
    const ask = question(fmu, unit);
    const take = secondsOf(() => snapshot.take());
    const restore = secondsOf(() => {
      snapshot.restore();
      ask();
    });
    return { by: snapshot.by, take, restore, bytes: snapshot.bytes };
  } finally {
    unit.close();
  }
}

/** A restored process is created in the background. It exists once it answers. */
function question({ description }: Fmu, unit: FmuInstance): () => void {
  const variable = description.variables.find(({ type }) => type !== 'Clock');
  return variable === undefined ? () => {} : () => void unit.get(variable.name);
}

/** Returns the median duration of one operation, each measured over enough repetitions [s]. */
function secondsOf(work: () => void): number {
  const over = (count: number): number => {
    const begin = performance.now();
    for (let n = 0; n < count; n++) work();
    return performance.now() - begin;
  };
  let count = 1;
  while (over(count) < least) count *= 2;
  const durations = Array.from({ length: times }, () => (1e-3 * over(count)) / count);
  return durations.sort((a, b) => a - b)[times >> 1];
}
