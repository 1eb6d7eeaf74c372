import type { Fmu } from './fmu.ts';
import type { RollbackKind } from './snapshot.ts';

/** What rolling a unit back costs: medians of wall time [s], and bytes that are copied, where that is known. */
export interface RollbackCost {
  by: RollbackKind;
  take: number;
  restore: number;
  bytes: number | undefined;
}

/** How often it is measured. */
const times = 41;

/** Runs the unit up to its first step, and takes and restores its state some dozens of times. */
export async function rollbackCost(fmu: Fmu): Promise<RollbackCost> {
  const unit = await fmu.instantiate({ rollback: true });
  try {
    unit.initialize();
    const snapshot = unit.snapshot();
    const take = median(() => snapshot.take());
    // A process that runs on is made while others go on: it is there when it is asked for something.
    const both = median(() => {
      snapshot.restore();
      snapshot.take();
    });
    return { by: snapshot.by, take, restore: Math.max(0, both - take), bytes: snapshot.bytes };
  } finally {
    unit.close();
  }
}

function median(work: () => void): number {
  const seconds = Array.from({ length: times }, () => {
    const begin = performance.now();
    work();
    return 1e-3 * (performance.now() - begin);
  });
  return seconds.sort((a, b) => a - b)[times >> 1];
}
