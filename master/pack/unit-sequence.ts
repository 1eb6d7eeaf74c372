import type { SequencedUnit } from '../../fmu-sdk/build/pack/pack-plan.ts';
import type { Instance, NumericArray } from '../../fmu-sdk/host/instance/instance.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { sequenceOf } from '../coupling/schemes/shared/step-sequence.ts';
import { isScalarConnection, ScalarConnections } from '../coupling/transfer/scalar-connections.ts';
import type { CheckedSystem, Connection } from '../system/system.ts';
import { stepsTogether } from './iterating-schemes.ts';

/** Order in which the units of a pack step. */
export interface UnitSequence {
  /** Indexes of the units. */
  units: readonly number[];
  /** Ticks of the step of each unit, and of H. 0 without steps of units. */
  periods: readonly number[];
  ticks: number;
  /** True if all units step with the same guess. */
  together?: boolean;
}

/** Returns the order in which units step. Undefined for jacobi, in which they step together. */
export function unitSequence(system: CheckedSystem): UnitSequence | undefined {
  if (system.scheme === 'jacobi') return undefined;
  const none = system.units.map(() => 0);
  if (stepsTogether(system.scheme))
    return { units: none.map((_, k) => k), periods: none, ticks: 0, together: true };
  if (system.scheme !== 'multi-rate') return { units: sequenceOf(system).units, periods: none, ticks: 0 };
  const steps = system.units.map(({ step = system.step }) => step);
  const tick = Math.min(system.step, ...steps);
  const periods = steps.map((step) => Math.round(step / tick));
  const units = periods.map((_, k) => k).sort((a, b) => periods[a] - periods[b] || a - b);
  return { units, periods, ticks: Math.round(system.step / tick) };
}

/** Returns the connections whose values a sequence of units does not set: once, or for each unit. */
export function otherConnections(system: CheckedSystem, sequence: UnitSequence | undefined): Connection[][] {
  if (sequence === undefined) return [[]];
  const others = system.connections.filter((c) => !isScalarConnection(c));
  if (sequence.ticks === 0) return [others];
  return system.units.map((_, k) => others.filter(({ to }) => to.unit === k));
}

/** Returns the units of a sequence with the places of their connections. */
export function placeSequence(
  system: CheckedSystem,
  { units, periods, ticks, together = false }: UnitSequence,
  instances: readonly Instance[],
  addressOf: (view: NumericArray, at: number) => number,
): SequencedUnit[] {
  const all = new ScalarConnections(system.connections.filter(isScalarConnection), instances).transfers();
  const other = all.find(({ source }) => !(source instanceof Float64Array));
  if (other !== undefined)
    throw new UserError(
      `pack ${system.name}: with ${system.scheme} a pack passes only Float64 values to Float64 inputs, but ${system.units[other.units[0]].name} passes another number. Use jacobi, or convert the value in a unit.`,
    );
  const isFresh = (from: number, to: number): boolean => {
    if (together) return false;
    return ticks === 0 ? units.indexOf(from) < units.indexOf(to) : periods[from] < periods[to];
  };
  const indexed = all.map((transfer, index) => ({ ...transfer, index }));
  return units.map((unit) => ({
    unit,
    period: periods[unit],
    connections: indexed
      .filter(({ units: [, to] }) => to === unit)
      .map(({ source, from, target, to, slot, order, factor, offset, units: ends, index }) => ({
        ...{ index, from: units.indexOf(ends[0]) },
        ...{ source: addressOf(source, from), target: addressOf(target, to) },
        ...{ slot: slot < 0 ? 0 : addressOf(target, slot), order, factor, offset },
        fresh: isFresh(...ends),
        spacing: Math.max(periods[ends[0]], periods[ends[1]]),
      })),
  }));
}
