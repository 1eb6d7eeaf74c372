import { register } from '../../../host/calls.ts';
import { replacing } from '../../dynamic/plant.ts';
import type { Conduct } from '../../dynamic/rule.ts';
import { exchangeOnly } from '../../dynamic/states.ts';

export const count: Conduct = {
  id: 'states/count',
  title: 'The numbers of states and event indicators are those of the description',
  severity: 'error',
  fmi3: '3.2',
  explanation:
    'getNumberOfContinuousStates and getNumberOfEventIndicators give the sums of the sizes that the model structure names; the importer’s arrays are that long.',
  plants: [
    {
      says: 'one state more',
      fmi: 3,
      kind: 'modelExchange',
      corrupt: (calls) =>
        replacing(calls, (base) => ({
          call(this: typeof base, op) {
            const answer = base.call.call(this, op);
            if (op.op === 'getNumberOfContinuousStates') this.registers[register.count]++;
            return answer;
          },
        })),
    },
  ],
  without: exchangeOnly,
  async check({ open, report }) {
    const probe = await open();
    probe.reach('instantiated');
    for (const [op, expected, what] of [
      ['getNumberOfContinuousStates', probe.stateCount, 'continuous states'],
      ['getNumberOfEventIndicators', probe.indicatorCount, 'event indicators'],
    ] as const) {
      probe.must(op);
      if (probe.left('count') !== expected)
        report(probe, {
          message: `the number of ${what} is not that of the description`,
          value: String(probe.left('count')),
          expected: String(expected),
        });
    }
  },
};
