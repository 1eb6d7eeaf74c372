import type { ModelDescription } from '../../../description/description.ts';
import { io } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { clockFault } from '../../behaviour/events/clock-faults.ts';
import { withEvents } from '../../behaviour/events/event-support.ts';
import { Choice } from '../../relations/choice.ts';
import { compareAround } from '../../relations/compare-around.ts';
import { configure, leaveEvent } from '../../relations/moves.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import { far, goOn } from '../../relations/typical-pairs.ts';
import type { Step, Walker } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

const unchangedSizes = relationRule({
  id: 'relation/configuration',
  title: 'Configuration Mode that changes nothing leaves no trace',
  severity: 'violation',
  fmi3: '2.3.6 and 2.3.7',
  explanation:
    'The importer may enter Configuration or Reconfiguration Mode and leave it without another size. The check does so wherever it is allowed. All values must be those of an instance that did not enter it.',
  faults: [
    injectFault('leaving Configuration Mode resets a parameter', (base) => ({
      call(op) {
        const answer = base.call(op);
        if (op.op !== 'exitConfigurationMode') return answer;
        const k = base.values('Float64', Uint32Array.of(6));
        k.view[0] = 1.5;
        base.set(k);
        return answer;
      },
    })),
  ],
  difference: 'enters Configuration Mode and leaves it',
  inapplicableReason: ({ description: { variables } }) =>
    variables.some((v) => v.causality === 'structuralParameter')
      ? undefined
      : 'the FMU does not have structural parameters',
  vary(walker, { before, after }) {
    for (const step of [...before, ...after.flat()]) {
      walker.repeat([step]);
      if (configure.isLegal(walker)) configure.make(walker, new Choice(0));
    }
  },
});

const superfluousEvent = relationRule({
  id: 'relation/event-mode',
  title: 'Event Mode without an event leaves no trace',
  severity: 'robustness',
  fmi2: '3.2.2',
  fmi3: '2.3.4 and 4.2.1',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'Importers enter Event Mode for events of other FMUs, also shortly before the announced time of the next event. If nothing happens in this FMU, its values should be those of an instance that did not enter it. A model may react to every event iteration, so a difference is not a violation.',
  faults: [
    injectFault(
      'entering Event Mode changes a state',
      (base) => ({
        call(op) {
          const x = base.doubles(1);
          if (op.op === 'enterEventMode') {
            base.call({ op: 'getContinuousStates', doubles: x });
            x[0] += 1;
            base.call({ op: 'setContinuousStates', doubles: x });
          }
          return base.call(op);
        },
      }),
      { kind: 'modelExchange' },
    ),
  ],
  difference: 'enters Event Mode and leaves it',
  // Over several events. Each needs two moves: up to it, and out of Event Mode.
  ownPairs: [{ before: [goOn, goOn, goOn], detour: [], after: Array<number>(16).fill(far) }],
  toleratesSmall: true,
  inapplicableReason: withEvents,
  vary(walker, { before, after }) {
    for (const step of [...before, ...after.flat()]) {
      const { mode, events, dirty } = walker.situation;
      const isQuiet = !walker.situation.isEventDue(1e-3 * walker.probe.stepSize);
      const isAllowed = mode === 'continuousTime' || (mode === 'step' && events && !dirty);
      if (isAllowed && isQuiet && beginsStep(step)) {
        walker.call('enterEventMode');
        leaveEvent(walker);
      }
      enterBeforeEvent(walker, step);
      walker.repeat([step]);
    }
  },
});

const evaluation = relationRule({
  id: 'relation/evaluation',
  title: 'Evaluating discrete states before updating them changes nothing',
  severity: 'violation',
  fmi3: '2.2.10 and 2.3.5',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'fmi3EvaluateDiscreteStates evaluates the model partitions of this instant. Without this call fmi3UpdateDiscreteStates does so. The check calls it before each fmi3UpdateDiscreteStates, once or twice. All values must be those of an instance without these calls.',
  faults: (['coSimulation', 'modelExchange'] as const).map((kind) => {
    const fault = clockFault('an evaluation counts like a tick', kind, { evaluationCounts: true });
    return {
      ...fault,
      describe: (d: ModelDescription): ModelDescription => {
        const described = fault.describe!(d);
        return {
          ...described,
          [kind]: described[kind] && { ...described[kind], providesEvaluateDiscreteStates: true },
        };
      },
    };
  }),
  difference: 'evaluates discrete states before it updates them',
  inapplicableReason: ({ kind, description }) => {
    const offered = kind === 'scheduledExecution' ? undefined : description[kind];
    return offered?.providesEvaluateDiscreteStates
      ? undefined
      : 'the FMU declares that it does not provide fmi3EvaluateDiscreteStates';
  },
  vary(walker, { before, after, detour }) {
    for (const step of [...before, ...after.flat()]) {
      const isUpdate = step.action.do === 'call' && step.action.op === 'updateDiscreteStates';
      for (let n = 0; isUpdate && n <= detour.length % 2; n++) walker.call('evaluateDiscreteStates');
      walker.repeat([step]);
    }
  },
});

const iteration = relationRule({
  id: 'relation/iteration',
  title: 'An event iteration after the last one leaves no trace, at any event',
  severity: 'robustness',
  fmi2: '3.2.2',
  fmi3: '2.3.5',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'Importers iterate over several FMUs, and repeat the call for settled ones. The check calls updateDiscreteStates once more after the last iteration of each event. Its next event must be the one that was announced before. All later values should be those of an instance without this call.',
  faults: [
    injectFault(
      'the second iteration of an event announces no next event',
      (base) => {
        let count = 0;
        return {
          call(this: typeof base, op) {
            if (op.op === 'enterEventMode' || op.op === 'enterInitializationMode') count = 0;
            const answer = base.call.call(this, op);
            if (op.op !== 'updateDiscreteStates') return answer;
            this.registers[io.nextEventTimeDefined] = count++ === 0 ? 1 : 0;
            this.registers[io.nextEventTime] = 1e3;
            return answer;
          },
        };
      },
      { kind: 'modelExchange' },
    ),
  ],
  difference: 'iterates once more at the end of each event',
  ownPairs: [{ before: [goOn, goOn, goOn], detour: [], after: Array<number>(12).fill(far) }],
  pairs: 1,
  toleratesSmall: true,
  inapplicableReason: withEvents,
  vary(walker, { before, after }) {
    for (const step of [...before, ...after.flat()]) {
      walker.repeat([step]);
      const { action, answer } = step;
      if (action.do !== 'call' || action.op !== 'updateDiscreteStates') continue;
      const { newDiscreteStatesNeeded, ...next } = Object.fromEntries(answer.shown);
      const isSettled = Number(newDiscreteStatesNeeded?.values[0]) === 0;
      // An event that is due now needs another iteration.
      if (!isSettled || walker.situation.isEventDue(1e-3 * walker.probe.stepSize)) continue;
      const again = walker.call('updateDiscreteStates');
      const announced = Object.entries(next).filter(([name]) => name.startsWith('nextEvent'));
      walker.requireSame(again, { ...step, answer: { ...answer, shown: new Map(announced) } });
    }
  },
});

/** Enters Event Mode shortly before the time of the next event, to which the step would go. */
function enterBeforeEvent(walker: Walker, step: Step): void {
  const { action } = step;
  const { mode, time, nextEvent, due } = walker.situation;
  const margin = 0.01 * walker.probe.stepSize;
  if (mode !== 'continuousTime' || action.do !== 'call' || action.op !== 'setTime' || due.size > 0) return;
  if (!((action.operands?.time ?? 0) >= nextEvent) || nextEvent - time < 2 * margin) return;
  walker.call('setTime', { time: nextEvent - margin });
  compareAround(walker, step, () => {
    walker.call('enterEventMode');
    leaveEvent(walker);
  });
}

/** Returns true for the first call of a communication step, or of a step of the integrator. */
function beginsStep({ action, before }: Step): boolean {
  if (action.do === 'vector') return action.op === 'getContinuousStates';
  return action.do === 'call' && action.op === (before.stateCount > 0 ? 'doStep' : 'setTime');
}

export const detours: readonly Rule[] = [unchangedSizes, superfluousEvent, iteration, evaluation];
