import type { SequencedUnit } from '../../fmu-sdk/build/pack/pack-plan.ts';
import type { Instance, NumericArray } from '../../fmu-sdk/host/instance/instance.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { sequenceOf } from '../coupling/schemes/shared/step-sequence.ts';
import { isScalarConnection, ScalarConnections } from '../coupling/transfer/scalar-connections.ts';
import type { CheckedSystem } from '../system/system.ts';

/** Returns the units in the order in which Gauss–Seidel steps them, with their connections. */
export function sequencedUnits(
  system: CheckedSystem,
  instances: readonly Instance[],
  addressOf: (view: NumericArray, at: number) => number,
): SequencedUnit[] {
  const { units } = sequenceOf(system);
  const all = new ScalarConnections(system.connections.filter(isScalarConnection), instances).transfers();
  const other = all.find(({ source }) => !(source instanceof Float64Array));
  if (other !== undefined)
    throw new UserError(
      `pack ${system.name}: a pack with gauss-seidel passes only Float64 values to Float64 inputs, but ${system.units[other.units[0]].name} passes another number. Use jacobi, or convert the value in a unit.`,
    );
  return units.map((unit) => ({
    unit,
    connections: all
      .filter(({ units: [, to] }) => to === unit)
      .map(({ source, from, target, to, slot, order, factor, offset, units: ends }) => ({
        ...{ source: addressOf(source, from), target: addressOf(target, to) },
        ...{ slot: slot < 0 ? 0 : addressOf(target, slot), order, factor, offset },
        fresh: units.indexOf(ends[0]) < units.indexOf(ends[1]),
      })),
  }));
}
