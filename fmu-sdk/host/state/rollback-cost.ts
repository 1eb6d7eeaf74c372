import type { Fmu } from '../fmu.ts';
import type { UnitInstance } from '../fmu-instance.ts';
import type { RollbackKind } from './snapshot.ts';

/** What rolling a unit back costs: medians of wall time [s], and bytes that are copied, where that is known. */
export interface RollbackCost {
  by: RollbackKind;
  take: number;
  restore: number;
  bytes: number | undefined;
}

/** How often each is measured, and how long one measurement is at least [ms]: some thousand times what the clock can tell apart. */
const [times, least] = [21, 1];

/** Runs the unit up to its first step, and takes and restores its state as often as the clock asks for. */
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

/** A process that runs on is made while others go on: it is there when it answers. */
function question({ description }: Fmu, unit: UnitInstance): () => void {
  const variable = description.variables.find(({ type }) => type !== 'Clock');
  return variable === undefined ? () => {} : () => void unit.get(variable.name);
}

/** Median of how long one takes, each measured over as many as take the least time [s]. */
function secondsOf(work: () => void): number {
  const over = (count: number): number => {
    const begin = performance.now();
    for (let n = 0; n < count; n++) work();
    return performance.now() - begin;
  };
  let count = 1;
  while (over(count) < least) count *= 2;
  const taken = Array.from({ length: times }, () => (1e-3 * over(count)) / count);
  return taken.sort((a, b) => a - b)[times >> 1];
}
