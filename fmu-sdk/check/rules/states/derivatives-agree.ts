import { status } from '../../../host/fmi-api.ts';
import { derivativeVariables, withStates } from '../../behaviour/continuous-states.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import { quantity } from '../../behaviour/message-text.ts';
import { differenceOf, solvedSlack, withLowerSeverity } from '../../behaviour/value-difference.ts';
import type { Rule } from '../../rule.ts';

export const derivativesAgree: Rule = {
  id: 'states/derivatives-agree',
  title: 'Derivatives equal the variables of the model structure',
  class: 'violation',
  fmi2: '3.2.2',
  fmi3: '3.2.1',
  interfaces: ['modelExchange'],
  explanation: 'The i-th derivative is the value of the i-th variable of the list in the model structure.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'the derivatives are negative',
      fmi: 3,
      kind: 'modelExchange',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => ({
          call(this: typeof base, op) {
            const answer = base.call.call(this, op);
            if (op.op === 'getContinuousStateDerivatives') op.doubles.set(op.doubles.map((x) => -x - 1));
            return answer;
          },
        })),
    },
  ],
  inapplicableReason: withStates,
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach('continuousTime');
    probe.requireCall('getContinuousStateDerivatives');
    const dx = [...probe.vectorFor('getContinuousStateDerivatives')];
    let at = 0;
    for (const variable of derivativeVariables(target)) {
      const { status: answer, values } = probe.read(variable);
      const part = dx.slice(at, (at += values.length));
      const difference = differenceOf(values, part, solvedSlack(target.description), variable);
      if (answer > status.warning || difference === 'none') continue;
      const defect = {
        message: `"${variable.name}" differs from its derivative.`,
        value: quantity(variable, part),
        expected: quantity(variable, values),
      };
      report(probe, withLowerSeverity(defect, difference));
    }
  },
};
