import { replacing } from '../../dynamic/plant.ts';
import { show } from '../../dynamic/probe.ts';
import type { Conduct } from '../../dynamic/rule.ts';
import { exchangeOnly } from '../../dynamic/states.ts';

export const nominals: Conduct = {
  id: 'states/nominals',
  title: 'Nominal values of states are greater than 0',
  severity: 'error',
  fmi2: '3.2.2',
  fmi3: '3.2.1',
  explanation:
    'The integrator divides errors by the nominal values: 0 or less makes every error infinite, or none.',
  plants: [
    {
      says: 'a nominal value is 0',
      fmi: 3,
      kind: 'modelExchange',
      corrupt: (calls) =>
        replacing(calls, (base) => ({
          call(this: typeof base, op) {
            const answer = base.call.call(this, op);
            if (op.op === 'getNominalsOfContinuousStates') op.doubles.fill(0);
            return answer;
          },
        })),
    },
  ],
  without: exchangeOnly,
  async check({ open, report }) {
    const probe = await open();
    probe.reach('event');
    probe.must('getNominalsOfContinuousStates');
    const nominals = [...probe.vectorFor('getNominalsOfContinuousStates')];
    if (nominals.some((x) => !(x > 0 && Number.isFinite(x))))
      report(probe, {
        message: 'nominal values of states are not positive numbers',
        value: show(nominals),
        expected: 'numbers greater than 0',
      });
  },
};
