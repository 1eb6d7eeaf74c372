import { withStates } from '../../behaviour/continuous-states.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import { valuesText } from '../../behaviour/message-text.ts';
import type { Rule } from '../../rule.ts';

export const finite: Rule = {
  id: 'states/finite',
  title: 'States, derivatives and event indicators are finite at the start',
  class: 'advice',
  fmi2: '3.2.2',
  fmi3: '3.2.1',
  interfaces: ['modelExchange'],
  explanation: 'The integration must be able to start with the start values of the description.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'a derivative is NaN',
      fmi: 3,
      kind: 'modelExchange',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => ({
          call(this: typeof base, op) {
            const answer = base.call.call(this, op);
            if (op.op === 'getContinuousStateDerivatives') op.doubles.fill(Number.NaN);
            return answer;
          },
        })),
    },
  ],
  inapplicableReason: withStates,
  async check({ open, report }) {
    const probe = await open();
    probe.reach('continuousTime');
    for (const op of [
      'getContinuousStates',
      'getContinuousStateDerivatives',
      'getEventIndicators',
    ] as const) {
      if (probe.vectorFor(op).length === 0) continue;
      probe.requireCall(op);
      const values = [...probe.vectorFor(op)];
      if (!values.every(Number.isFinite))
        report(probe, {
          message: `${op} returns values that are not finite.`,
          value: valuesText(values),
          expected: 'finite numbers',
        });
    }
  },
};
