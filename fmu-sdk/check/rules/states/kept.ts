import { withStates } from '../../behaviour/continuous-states.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import { sameValues } from '../../behaviour/fmu-probe.ts';
import { valuesText } from '../../behaviour/message-text.ts';
import type { Rule } from '../../rule.ts';

export const retainedStates: Rule = {
  id: 'states/kept',
  title: 'Continuous states keep the values that were set',
  class: 'violation',
  fmi2: '3.2.2',
  fmi3: '3.2.1',
  interfaces: ['modelExchange'],
  explanation:
    'Between events the integrator owns the states: the FMU must return the values that were set, for each state.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'the states are not set',
      fmi: 3,
      kind: 'modelExchange',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => ({
          call(this: typeof base, op) {
            return op.op === 'setContinuousStates' ? 0 : base.call.call(this, op);
          },
        })),
    },
  ],
  inapplicableReason: withStates,
  async check({ open, report }) {
    const probe = await open();
    probe.reach('continuousTime');
    probe.requireCall('getContinuousStates');
    const x = probe.vectorFor('getContinuousStates');
    const begin = [...x];
    for (const share of [0.01, 0.02, 0.015]) {
      const wanted = begin.map(
        (value, i) => value + share * (1 + (i % 7) / 8) * Math.max(1, Math.abs(value)),
      );
      x.set(wanted);
      probe.requireCall('setContinuousStates');
      x.fill(0);
      probe.requireCall('getContinuousStates');
      if (sameValues([...x], wanted)) continue;
      report(probe, {
        message: 'The states differ from the values that were set.',
        value: valuesText([...x]),
        expected: valuesText(wanted),
      });
      return;
    }
  },
};
