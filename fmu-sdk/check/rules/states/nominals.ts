import { withStates } from '../../behaviour/continuous-states.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import { valuesText } from '../../behaviour/message-text.ts';
import type { Rule } from '../../rule.ts';

export const nominals: Rule = {
  id: 'states/nominals',
  title: 'Nominal values of states are greater than 0',
  class: 'violation',
  fmi2: '3.2.2',
  fmi3: '3.2.1',
  interfaces: ['modelExchange'],
  explanation:
    'The integrator divides errors by the nominal values: 0 or less makes the scaled errors meaningless.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'a nominal value is 0',
      fmi: 3,
      kind: 'modelExchange',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => ({
          call(this: typeof base, op) {
            const answer = base.call.call(this, op);
            if (op.op === 'getNominalsOfContinuousStates') op.doubles.fill(0);
            return answer;
          },
        })),
    },
  ],
  inapplicableReason: withStates,
  async check({ open, report }) {
    const probe = await open();
    probe.reach('event');
    probe.requireCall('getNominalsOfContinuousStates');
    const nominals = [...probe.vectorFor('getNominalsOfContinuousStates')];
    if (nominals.some((x) => !(x > 0 && Number.isFinite(x))))
      report(probe, {
        message: 'Nominal values of states are not positive numbers.',
        value: valuesText(nominals),
        expected: 'numbers greater than 0',
      });
  },
};
