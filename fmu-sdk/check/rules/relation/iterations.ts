import type { ModelDescription } from '../../../description/description.ts';
import { io } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { clockFault } from '../../behaviour/events/clock-faults.ts';
import { withEvents } from '../../behaviour/events/event-support.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import { inputClocks } from '../../relations/situation.ts';
import { far, goOn } from '../../relations/typical-pairs.ts';
import type { Walker } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

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

const deactivation = relationRule({
  id: 'relation/deactivation',
  title: 'A Clock that is activated and deactivated leaves no trace',
  severity: 'violation',
  fmi3: '2.3.5',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'An importer that iterates over an event may activate a Clock and deactivate it again, if it has canBeDeactivated="true". The clocked variables return to their previous values. The check does so in each Event Mode, before Clocks tick. All values must be those of an instance in which nothing was activated.',
  faults: (['coSimulation', 'modelExchange'] as const).map((kind) => {
    const fault = clockFault('an active clock stays active', kind, { keepsActive: true });
    return {
      ...fault,
      describe: (d: ModelDescription): ModelDescription => {
        const described = fault.describe!(d);
        const variables = described.variables.map((v) =>
          v.type === 'Clock' ? { ...v, canBeDeactivated: true } : v,
        );
        return { ...described, variables };
      },
    };
  }),
  difference: 'activates Clocks and deactivates them',
  pairs: 1,
  toleratesSmall: true,
  inapplicableReason: (target) =>
    inputClocks(target).some((clock) => clock.canBeDeactivated)
      ? undefined
      : 'the FMU does not have input Clocks with canBeDeactivated="true"',
  vary(walker, { before, after }) {
    for (const step of [...before, ...after.flat()]) {
      if (step.before.mode === 'event' && walker.situation.active.size === 0) activateForNothing(walker);
      walker.repeat([step]);
    }
  },
});

/** Activates Clocks and deactivates them, all at once and in the other order. */
function activateForNothing({ probe }: Walker): void {
  const clocks = inputClocks(probe.target).filter((clock) => clock.canBeDeactivated);
  for (const clock of clocks) probe.expect(probe.write(clock, [1]), 'set');
  for (const clock of [...clocks].reverse()) probe.expect(probe.write(clock, [0]), 'set');
}

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

export const iterations: readonly Rule[] = [iteration, deactivation, evaluation];
