import { usedExtrapolations } from '../../system/structure/used-extrapolations.ts';
import { judge } from '../../verdict/judge.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import type { Session } from '../loop/session.ts';
import type { Pacer } from '../realtime/real-time-pacer.ts';
import { reportOf, withReport } from '../realtime/run-in-real-time.ts';
import type { RunResult } from '../worker/run-protocol.ts';
import { type ResultMethods, withMethods } from './result-methods.ts';

/** Returns the result of a run, with its verdict. */
export function summaryOf(
  session: Session,
  outcome: RunResult['outcome'],
  wallSeconds: number,
  output?: string,
  pacer?: Pacer,
): RunResult {
  const result = withReport(factsOf(session, outcome, wallSeconds, output), pacer);
  return withMethods({ verdict: verdictOf(session, result), ...result });
}

/** Returns the verdict on a session that has ended, also without its other results. */
export function verdictOf(session: Session, facts: Facts = factsOf(session, 'finished', 0)): Verdict {
  const { system, evidence, implicit, limits } = session;
  const { bonds, joints, balance } = facts;
  const report = reportOf(facts);
  const pace = report && { ...report, worst: report.worst?.unit };
  return judge({ system, evidence, implicit, bonds, joints, balance, pace }, limits);
}

type Facts = Omit<RunResult, 'verdict' | ResultMethods>;

function factsOf(
  session: Session,
  outcome: RunResult['outcome'],
  wallSeconds: number,
  output?: string,
): Facts {
  const { system, balance, residuals, evidence } = session;
  const { drift, largest, exchanged, empty } = balance.energies;
  return {
    name: system.name,
    outcome,
    scheme: system.scheme,
    implicit: session.implicit,
    notes: [...session.notes],
    ...(session.ownSteps === undefined ? {} : { ownSteps: session.ownSteps }),
    step: system.step,
    order: system.order,
    extrapolations: usedExtrapolations(system),
    coupled: system.connections.length > 0,
    startTime: system.startTime,
    endTime: session.displayTime(),
    steps: session.n,
    endedBy: session.ended && system.units[session.ended.unit].name,
    loops: system.loops,
    bonds: system.bonds.map(({ name, unit: unitOfMeasure }, i) => {
      const { energy, magnitude } = residuals.bonds[i];
      return { name, unit: unitOfMeasure, energy, magnitude, carried: evidence.carried[i] };
    }),
    joints: (system.joints ?? []).map(({ name }, i) => ({
      name,
      unit: 'J',
      energy: session.jointEnergies?.energy[i] ?? 0,
      magnitude: session.jointEnergies?.magnitude[i] ?? 0,
    })),
    balance: {
      drift,
      largest,
      exchanged,
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
