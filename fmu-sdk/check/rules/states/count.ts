import { io } from '../../../host/fmi-api.ts';
import { withStates } from '../../behaviour/continuous-states.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const count: Rule = {
  id: 'states/count',
  title: 'The numbers of states and event indicators match the description',
  class: 'violation',
  fmi3: '3.2',
  interfaces: ['modelExchange'],
  explanation:
    'getNumberOfContinuousStates and getNumberOfEventIndicators return the sums of the sizes in the model structure. The importer’s arrays have this length.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'one state more',
      fmi: 3,
      kind: 'modelExchange',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => ({
          call(this: typeof base, op) {
            const answer = base.call.call(this, op);
            if (op.op === 'getNumberOfContinuousStates') this.registers[io.count]++;
            return answer;
          },
        })),
    },
  ],
  inapplicableReason: withStates,
  async check({ open, report }) {
    const probe = await open();
    probe.reach('instantiated');
    for (const [op, expected, what] of [
      ['getNumberOfContinuousStates', probe.stateCount, 'continuous states'],
      ['getNumberOfEventIndicators', probe.indicatorCount, 'event indicators'],
    ] as const) {
      probe.requireCall(op);
      if (probe.flag('count') !== expected)
        report(probe, {
          message: `The number of ${what} differs from that of the description.`,
          value: String(probe.flag('count')),
          expected: String(expected),
        });
    }
  },
};
