import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import type { Step } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

export const earlier: Rule = relationRule({
  id: 'relation/earlier',
  title: 'A value set before the initialization is used like one set in Initialization Mode',
  severity: 'violation',
  fmi2: '2.1.6 and 4.2.4',
  fmi3: '2.3.2 and 2.3.3',
  explanation:
    'Parameters, inputs and start values may be set in Instantiated and in Initialization Mode. The initialization uses the values that were set last. The check moves setters from Instantiated into Initialization Mode. All values must be equal.',
  faults: [
    injectFault('the initialization forgets a parameter', (base) => ({
      call(op) {
        const answer = base.call(op);
        if (op.op !== 'enterInitializationMode') return answer;
        const k = base.values('Float64', Uint32Array.of(6));
        k.view[0] = 1.5;
        base.set(k);
        return answer;
      },
    })),
  ],
  difference: 'was set in Initialization Mode and not before',
  readsAtEnd: true,
  vary(walker, { before, after }) {
    const later: Step[] = [];
    for (const step of [...before, ...after.flat()]) {
      const { action } = step;
      if (isMovable(step)) later.push(step);
      else walker.repeat([step]);
      if (action.do === 'call' && action.op === 'enterInitializationMode') walker.repeat(later.splice(0));
    }
  },
});

/** Returns true for a parameter or input that was set in Instantiated. */
function isMovable({ action, before }: Step): boolean {
  if (action.do !== 'set' || before.mode !== 'instantiated') return false;
  return action.variable.causality === 'parameter' || action.variable.causality === 'input';
}
