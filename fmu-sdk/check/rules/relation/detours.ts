import { injectFault } from '../../behaviour/calls/fault-injection.ts';
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

export const detours: readonly Rule[] = [unchangedSizes, superfluousEvent];
