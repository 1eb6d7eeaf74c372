import { sequenceOf } from '../coupling/schemes/shared/step-sequence.ts';
import type { CheckedSystem, Connection, UnitGroup } from '../system/system.ts';
import { stepsTogether } from './iterating-schemes.ts';

/** Units that step by one scheme: those of a system, or of a group in it. */
export interface StagedUnits {
  /** System with the scheme, the options and the connections of the stage. */
  system: CheckedSystem;
  /** Indexes of the units in the order of their steps. The first unit of a group stands for it. */
  units: readonly number[];
  /** Index of the stage that steps in place of a unit. */
  stageOf: ReadonlyMap<number, number>;
  /** Returns the unit that stands for a unit. */
  headOf: (unit: number) => number;
  /**
   * Ticks of the step of each unit, and of H, in the scheme multi-rate. In the scheme waveform, the
   * number of steps of each unit in H, and 0. Otherwise 0.
   */
  periods: readonly number[];
  ticks: number;
}

/**
 * Returns the stages of a system, first its own. They are empty if the generated loop makes the steps:
 * for jacobi without groups.
 */
export function stagesOf(system: CheckedSystem): StagedUnits[] {
  const { groups = [], scheme } = system;
  if (scheme === 'jacobi' && groups.length === 0) return [];
  const groupOf = (unit: number): UnitGroup | undefined => groups.find(({ units }) => units.includes(unit));
  const headOf = (unit: number): number => groupOf(unit)?.units[0] ?? unit;
  const heads = system.units.map((_, k) => k).filter((k) => headOf(k) === k);
  const connections = system.connections.filter(({ from, to }) => {
    const group = groupOf(from.unit);
    return group === undefined || group !== groupOf(to.unit);
  });
  // Units outside of groups step first, unless they have a sequence.
  const alone = heads.filter((k) => groupOf(k) === undefined);
  const together = [...alone, ...heads.filter((k) => !alone.includes(k))];
  const none = { periods: system.units.map(() => 0), ticks: 0 };
  const outer = { ...system, connections, groups: undefined };
  return [
    {
      ...none,
      ...(scheme === 'multi-rate' ? multiRate(system) : { units: orderOf(outer, together, headOf) }),
      ...(scheme === 'waveform' && { periods: substepsIn(system) }),
      ...{ system: outer, headOf, stageOf: new Map(groups.map(({ units }, i) => [units[0], i + 1])) },
    },
    ...groups.map((group) => {
      const isInside = ({ from, to }: Connection): boolean =>
        group.units.includes(from.unit) && group.units.includes(to.unit);
      const { scheme, options, sequence } = group;
      const settings = { scheme, options, sequence, groups: undefined };
      const own = { ...system, ...settings, connections: system.connections.filter(isInside) };
      return {
        ...none,
        ...{ system: own, headOf: (unit: number) => unit, stageOf: new Map<number, number>() },
        units: orderOf(own, group.units, (unit) => unit),
      };
    }),
  ];
}

/** Returns the order in which units step, as in a run. */
function orderOf(
  system: CheckedSystem,
  members: readonly number[],
  headOf: (unit: number) => number,
): readonly number[] {
  const { scheme, units, connections } = system;
  if (scheme === 'jacobi' || stepsTogether(scheme)) return members;
  // In a run, the other units of a group take part in the order, but do not step.
  const inOrder = [...members].sort((a, b) => a - b);
  const isGroup = system.units.some((_, k) => headOf(k) !== k);
  const all = isGroup ? units.map((_, k) => k) : inOrder;
  const place = (unit: number): number => all.indexOf(headOf(unit));
  const found = sequenceOf({
    ...system,
    units: all.map((k) => units[k]),
    connections: connections.map((c) => ({
      ...c,
      from: { ...c.from, unit: place(c.from.unit) },
      to: { ...c.to, unit: place(c.to.unit) },
    })),
  });
  return found.units.map((k) => all[k]).filter((k) => members.includes(k));
}

function multiRate(system: CheckedSystem): Pick<StagedUnits, 'units' | 'periods' | 'ticks'> {
  const steps = system.units.map(({ step = system.step }) => step);
  const tick = Math.min(system.step, ...steps);
  const periods = steps.map((step) => Math.round(step / tick));
  const units = periods.map((_, k) => k).sort((a, b) => periods[a] - periods[b] || a - b);
  return { units, periods, ticks: Math.round(system.step / tick) };
}

/** Returns the number of steps of each unit in a communication step. */
function substepsIn({ units, step: H }: CheckedSystem): number[] {
  return units.map(({ step = H }) => Math.round(H / step));
}
