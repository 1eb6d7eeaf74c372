import type { ColumnError } from '../../error/column-errors.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { limitsFrom, type VerdictLimits } from '../../verdict/thresholds.ts';

/** Reports whether runs with other steps differ by more than the inputs of a single FMU. */
export function hasCoupling({ units, connections }: CheckedSystem): boolean {
  return connections.length > 0 || units.length > 1;
}

/**
 * Returns the columns whose bands count in a verdict. Small bands of a single FMU say nothing, because
 * its solver has equal errors in all runs.
 *
 * @param coversSolvers true if the bands cover the solvers inside FMUs
 */
export function judgedColumns(
  columns: readonly ColumnError[],
  system: CheckedSystem,
  limits: VerdictLimits,
  coversSolvers: boolean,
): readonly ColumnError[] {
  const { maxResidual } = limitsFrom(limits);
  return coversSolvers || hasCoupling(system) ? columns : columns.filter(({ mean }) => mean > maxResidual);
}
