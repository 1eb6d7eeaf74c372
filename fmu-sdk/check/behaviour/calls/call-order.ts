import { type InterfaceKind, status, statusNames } from '../../../host/instance/fmi-api.ts';
import { anyOrder } from '../../result/cause.ts';
import type { BehaviourRule } from '../../rule.ts';
import { interfaceKinds } from '../../standard/interface-kinds.ts';
import type { Target } from '../check-target.ts';
import type { Probe } from '../fmu-probe.ts';
import type { InjectedFault } from '../rule-context.ts';
import { isApplicable, isUndefinedByStandard, settleBefore } from './call-fits.ts';
import { functionName } from './call-names.ts';
import { injectFault } from './fault-injection.ts';
import { allowedIn, forbiddenIn, hasPhase, type Phase, type PhaseCall, phaseWords } from './fmi-phases.ts';

const clause2 = '3.2.3 and 4.2.4, tables of allowed function calls';
const clause3 = '2.3, 3.2, 4.2 and 5.2, allowed function calls';

/** Returns an interface kind that has this state, to inject the defect into. */
function kindWith(phase: Phase): Target['kind'] {
  if (phase === 'event' || phase === 'continuousTime') return 'modelExchange';
  return phase === 'clockActivation' ? 'scheduledExecution' : 'coSimulation';
}

function breaking(
  phase: Phase,
  claim: string,
  answer: (call: string, answered: number) => number,
): InjectedFault {
  return injectFault(
    claim,
    (base) => ({
      call(this: typeof base, op) {
        return answer(op.op, base.call.call(this, op)) as ReturnType<typeof base.call>;
      },
    }),
    { kind: kindWith(phase) },
  );
}

/** Kinds of interface that have the state in some version. */
function kindsWith(phase: Phase): InterfaceKind[] {
  return interfaceKinds.filter((kind) => hasPhase(2, kind, phase) || hasPhase(3, kind, phase));
}

function without(phase: Phase): (target: Target) => string | undefined {
  return (target) => {
    if (!hasPhase(target.fmi, target.kind, phase)) return `its interface does not have ${phaseWords[phase]}`;
    if (phase === 'event' && target.kind === 'coSimulation' && !target.description.coSimulation?.hasEventMode)
      return 'the FMU does not support Event Mode';
    const structural = target.description.variables.some((v) => v.causality === 'structuralParameter');
    return phase === 'configuration' && !structural
      ? 'the FMU does not have structural parameters'
      : undefined;
  };
}

/** Every call that a state allows succeeds in it. */
export function allowedRule(phase: Phase): BehaviourRule {
  return {
    id: `order/allowed-${name(phase)}`,
    title: `In ${phaseWords[phase]} every allowed function succeeds`,
    severity: 'violation',
    fmi2: phase === 'configuration' || phase === 'clockActivation' ? undefined : clause2,
    fmi3: clause3,
    explanation: `The standard lists the functions that an importer may call in ${phaseWords[phase]}. An FMU that refuses one of them stops importers that rely on the list.`,
    needs: 'behaviour',
    faults: [
      breaking(phase, 'reset is refused', (call, answer) => (call === 'reset' ? status.error : answer)),
    ],
    interfaces: kindsWith(phase),
    inapplicableReason: without(phase),
    async check({ target, open, report }) {
      for (const call of allowedIn(target.fmi, target.kind, phase)) {
        const probe = await open();
        if (!isApplicable(probe, phase, call)) continue;
        probe.reach(phase);
        settleBefore(probe, call);
        const answer = make(probe, call);
        if (answer > status.warning && answer !== status.discard)
          report(probe, {
            message: `${functionName(target.fmi, call)} is refused in ${phaseWords[phase]}.`,
            value: statusNames[answer],
            expected: 'ok',
            ...(isUndefinedByStandard(probe, phase, call) ? { severity: 'robustness' } : {}),
          });
        probe.close();
      }
    },
  };
}

/** Every call that a state forbids is answered with an error. */
export function forbiddenRule(phase: Phase): BehaviourRule {
  return {
    id: `order/forbidden-${name(phase)}`,
    title: `In ${phaseWords[phase]} every forbidden function is refused`,
    severity: 'robustness',
    fmi2: phase === 'configuration' || phase === 'clockActivation' ? undefined : clause2,
    fmi3: clause3,
    explanation: `A call that ${phaseWords[phase]} does not allow is a mistake of the importer. An FMU that answers ok hides the mistake, and the run continues with meaningless states. The FMU must not crash either.`,
    needs: 'behaviour',
    faults: [breaking(phase, 'every call is answered with ok', () => status.ok)],
    interfaces: kindsWith(phase),
    inapplicableReason: without(phase),
    async check({ target, open, report }) {
      for (const call of forbiddenIn(target.fmi, target.kind, phase)) {
        const probe = await open();
        if (isUndefinedByStandard(probe, phase, call)) continue;
        probe.reach(phase);
        const answer = make(probe, call);
        if (answer <= status.warning)
          report(probe, {
            message: `${functionName(target.fmi, call)} succeeds in ${phaseWords[phase]}.`,
            value: statusNames[answer],
            expected: 'error, and a log message that names the allowed calls',
            cause: anyOrder,
          });
        probe.close();
      }
    },
  };
}

function name(phase: Phase): string {
  return phase.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function make(probe: Probe, call: PhaseCall): ReturnType<Probe['do']> {
  const { startTime } = probe.experiment;
  const operands: Partial<Record<PhaseCall, Parameters<Probe['do']>[1]>> = {
    setupExperiment: { startTime, toleranceDefined: 0, stopTimeDefined: 0 },
    enterInitializationMode: { startTime, toleranceDefined: 0, stopTimeDefined: 0 },
    setTime: { time: startTime },
    completedIntegratorStep: { noSetStatePrior: 1 },
    doStep: {
      time: startTime,
      step: probe.stepSize,
      noSetStatePrior: 1,
      returnTime: Number.POSITIVE_INFINITY,
    },
  };
  return probe.do(call, operands[call] ?? {});
}
