import { CommunicationPoints } from '../../util/time/communication-points.ts';
import type { Fmu } from '../fmu.ts';
import type { FmuInstance, Value } from '../instance/fmu-instance.ts';
import type { RollbackKind } from './snapshot.ts';

/** Method of a rollback, and the variables whose values a repeated step did not repeat. */
export interface RollbackProof {
  by: RollbackKind;
  differing: string[];
  /** Largest difference of a value, relative to its magnitude. */
  largest: number;
}

/** Number of steps before the snapshot, and of repeated steps after it. */
const [before, repeated] = [3, 3];

/**
 * Runs a few steps of H [s] from `start` [s], takes a snapshot, continues, restores the snapshot and
 * continues again. Compares the named variables of both continuations by their bits.
 */
export async function rollbackProof(
  fmu: Fmu,
  { start, H, names }: { start: number; H: number; names: readonly string[] },
): Promise<RollbackProof> {
  const unit = await fmu.instantiate({ rollback: true });
  try {
    unit.initialize(start);
    // Reads before the snapshot, too, so that both continuations read in equal states.
    stepsFrom(unit, { start, H, names }, 0, before);
    const snapshot = unit.snapshot();
    const [first, second] = [0, 1].map((again) => {
      if (again === 1) snapshot.restore();
      return stepsFrom(unit, { start, H, names }, before, repeated);
    });
    snapshot.release();
    const differing = names.filter((_, k) => !first[k].every(sameAs(second[k])));
    return { by: snapshot.by, differing, largest: largestDifference(first.flat(), second.flat()) };
  } finally {
    unit.close();
  }
}

/** Steps `count` times from step `first`, and returns the values of each name after each step. */
function stepsFrom(
  unit: FmuInstance,
  { start, H, names }: { start: number; H: number; names: readonly string[] },
  first: number,
  count: number,
): Value[][] {
  const values: Value[][] = names.map(() => []);
  const points = CommunicationPoints.decimals(start, H);
  for (let k = first; k < first + count; k++) {
    unit.step(points.at(k), H);
    for (const [n, name] of names.entries()) values[n].push(...[unit.get(name)].flat());
  }
  return values;
}

function largestDifference(first: readonly Value[], second: readonly Value[]): number {
  return first.reduce((largest: number, value, k) => {
    const [a, b] = [Number(value), Number(second[k])];
    return Object.is(a, b)
      ? largest
      : Math.max(largest, Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b)));
  }, 0);
}

function sameAs(others: readonly Value[]): (value: Value, k: number) => boolean {
  return (value, k) => Object.is(value, others[k]);
}
