import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Action } from '../../relations/action.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import type { Rule } from '../../rule.ts';

export const options: Rule = relationRule({
  id: 'relation/options',
  title: 'Results do not depend on logging, visibility and the promise not to go back',
  severity: 'violation',
  fmi2: '2.1.5 and 4.2.2',
  fmi3: '2.3.1 and 4.2.1',
  explanation:
    'loggingOn, visible and noSetFMUStatePriorToCurrentPoint are about messages, windows and memory. The check runs the FMU with other values of them. All values must be equal.',
  faults: [
    injectFault('without logging a parameter has another value', (base) => ({
      instantiate(given) {
        const answer = base.instantiate(given);
        if (given.loggingOn === true) return answer;
        const k = base.values('Float64', Uint32Array.of(6));
        k.view[0] = 3;
        base.set(k);
        return answer;
      },
    })),
  ],
  difference: 'has logging off and promises not to go back',
  toleratesSmall: true,
  pairs: 0,
  vary(walker, { before, after }) {
    walker.repeat([...before, ...after.flat()].map((step) => ({ ...step, action: otherwise(step.action) })));
  },
});

function otherwise(action: Action): Action {
  if (action.do === 'instantiate')
    return { ...action, options: { ...action.options, loggingOn: false, visible: false } };
  if (action.do === 'call' && action.operands?.noSetStatePrior === 0)
    return { ...action, operands: { ...action.operands, noSetStatePrior: 1 } };
  return action;
}
