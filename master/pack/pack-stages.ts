import type { InnerUnit } from '../../fmu-sdk/build/pack/inner-units.ts';
import type { PackStage, SequencedUnit } from '../../fmu-sdk/build/pack/stage-plan.ts';
import type { Instance, NumericArray } from '../../fmu-sdk/host/instance/instance.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { isScalarConnection, ScalarConnections } from '../coupling/transfer/scalar-connections.ts';
import type { Connection } from '../system/system.ts';
import { stepsTogether } from './iterating-schemes.ts';
import { packIteration } from './pack-iteration.ts';
import type { StagedUnits } from './staged-units.ts';

/**
 * Returns the connections whose values a stage transfers at the start of a step: once for each stage,
 * or for each unit in the scheme multi-rate.
 */
export function otherConnections(stages: readonly StagedUnits[]): Connection[][] {
  return stages.flatMap(({ system, ticks }) => {
    const { scheme, connections, units } = system;
    const others = connections.filter((c) => scheme === 'jacobi' || !isScalarConnection(c));
    return ticks === 0 ? [others] : units.map((_, k) => others.filter(({ to }) => to.unit === k));
  });
}

/** Returns the stages with the addresses of their connections. */
export function placeStages(
  stages: readonly StagedUnits[],
  units: readonly InnerUnit[],
  addressOf: (view: NumericArray, at: number) => number,
): PackStage[] {
  const instances = units.map(({ instance }) => instance);
  return stages.map((stage, s) => ({
    sequence: sequenceIn(stage, s, instances, addressOf),
    others: s,
    ticks: stage.ticks,
    iteration: packIteration(stage, units),
  }));
}

function sequenceIn(
  { system, units, periods, ticks, headOf, stageOf }: StagedUnits,
  others: number,
  instances: readonly Instance[],
  addressOf: (view: NumericArray, at: number) => number,
): SequencedUnit[] {
  const { scheme, name } = system;
  const scalar = scheme === 'jacobi' ? [] : system.connections.filter(isScalarConnection);
  const all = new ScalarConnections(scalar, instances).transfers();
  const other = all.find(({ source }) => !(source instanceof Float64Array));
  if (other !== undefined)
    throw new UserError(
      `pack ${name}: with ${scheme} a pack passes only Float64 values to Float64 inputs, but ${system.units[other.units[0]].name} passes another number. Use jacobi, or convert the value in a unit.`,
    );
  const place = (unit: number): number => units.indexOf(headOf(unit));
  const isFresh = (from: number, to: number): boolean => {
    if (stepsTogether(scheme)) return false;
    return ticks === 0 ? place(from) < place(to) : periods[from] < periods[to];
  };
  const indexed = all.map((transfer, index) => ({ ...transfer, index }));
  return units.map((unit) => ({
    ...{ unit, stage: stageOf.get(unit), period: periods[unit], others: ticks === 0 ? others : unit },
    connections: indexed
      .filter(({ units: [, to] }) => headOf(to) === unit)
      .map(({ source, from, target, to, slot, order, factor, offset, units: ends, index }) => ({
        ...{ index, from: place(ends[0]) },
        ...{ source: addressOf(source, from), target: addressOf(target, to) },
        ...{ slot: slot < 0 ? 0 : addressOf(target, slot), order, factor, offset },
        fresh: isFresh(...ends),
        spacing: Math.max(periods[ends[0]], periods[ends[1]]),
      })),
  }));
}
