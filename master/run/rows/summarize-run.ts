import type { Session } from '../loop/session.ts';
import type { RunResult } from '../worker/run-protocol.ts';

/** Returns the result of a run. */
export function summaryOf(
  session: Session,
  outcome: RunResult['outcome'],
  wallSeconds: number,
  output?: string,
): RunResult {
  const { system, balance, residuals } = session;
  const { drift, largest, empty } = balance.energies;
  return {
    name: system.name,
    outcome,
    scheme: system.scheme,
    implicit: session.implicit,
    notes: [...session.notes],
    ...(session.ownSteps === undefined ? {} : { ownSteps: session.ownSteps }),
    step: system.step,
    order: system.order,
    coupled: system.connections.length > 0,
    startTime: system.startTime,
    time: session.displayTime(),
    steps: session.n,
    endedBy: session.ended && system.units[session.ended.unit].name,
    loops: system.loops,
    bonds: system.bonds.map(({ name, unitOfMeasure }, i) => {
      const { energy, magnitude } = residuals.bonds[i];
      return { name, unitOfMeasure, energy, magnitude };
    }),
    joints: (system.joints ?? []).map(({ name }, i) => ({
      name,
      unitOfMeasure: 'J',
      energy: session.jointEnergies?.energy[i] ?? 0,
      magnitude: session.jointEnergies?.magnitude[i] ?? 0,
    })),
    balance: {
      drift,
      largest,
      empty,
      unitsWithout: system.units
        .filter((unit) => unit.description.variables.every((v) => v.energy === undefined))
        .map((unit) => unit.name),
    },
    wallSeconds,
    output,
    warnings: [],
    columns: [],
  };
}
