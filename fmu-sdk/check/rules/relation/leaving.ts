import { afterReading, injectFault } from '../../behaviour/calls/fault-injection.ts';
import { allowedIn } from '../../behaviour/calls/fmi-phases.ts';
import type { Shown } from '../../relations/action.ts';
import { compareAround } from '../../relations/compare-around.ts';
import { askOutputSlopes, differentiate } from '../../relations/moves.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import { far, goOn, setEach } from '../../relations/typical-pairs.ts';
import type { Step } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

const event = [goOn, setEach(1), far, setEach(2), goOn];

export const leaving: Rule = relationRule({
  id: 'relation/leaving',
  title: 'Leaving Event Mode and terminating change no value',
  severity: 'violation',
  fmi2: '2.1.6, 3.2.2 and 3.2.3',
  fmi3: '2.3.5, 2.3.8 and 3.2.1',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'At the end of an event iteration all values are those after the event. The importer reads them in Event Mode, and goes on with them. Discrete variables do not change until the next event. After terminate the final values are readable. The check reads all variables before and after each of these calls, also if inputs and parameters were set in Event Mode.',
  faults: [
    injectFault('terminate sets a state to zero', (base) => {
      let isOver = false;
      return {
        call(op) {
          if (op.op === 'terminate') isOver = true;
          if (op.op === 'enterInitializationMode') isOver = false;
          return base.call(op);
        },
        get: afterReading(base, 4, (x) => (isOver ? 0 : x)),
      };
    }),
  ],
  difference: 'leaves Event Mode or is terminated',
  readsAtEnd: true,
  ownPairs: [{ before: [goOn, goOn, ...event], detour: [], after: [] }],
  pairs: 1,
  toleratesSmall: true,
  vary(walker, { before, after }) {
    const steps = [...before, ...after.flat()];
    for (const step of steps)
      if (isLeaving(step) && walker.situation.active.size === 0)
        compareAround(walker, step, () => walker.repeat([step]));
      else walker.repeat([step]);
    const { mode, target, dirty } = walker.situation;
    if (mode === 'reconfiguration' || (mode === 'step' && dirty)) return;
    if (!allowedIn(target.fmi, target.kind, mode).includes('terminate')) return;
    const asked = walker.steps.length;
    differentiate(walker);
    askOutputSlopes(walker);
    const derivatives = walker.steps.slice(asked);
    compareAround(walker, steps.at(-1)!, () => walker.call('terminate'), isContinuous);
    for (const derivative of derivatives) walker.requireSame(walker.make(derivative.action), derivative);
  },
});

function isLeaving({ action }: Step): boolean {
  return action.do === 'call' && (action.op === 'enterContinuousTimeMode' || action.op === 'enterStepMode');
}

/** At the end of a simulation models may compute discrete variables once more. */
function isContinuous({ variable }: Shown): boolean {
  return variable?.variability === 'continuous';
}
