import type { Target } from '../../behaviour/check-target.ts';
import { nextTicks, tickerOf, withInputClocks } from '../../behaviour/clock-ticks.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

const tock = 21;

export const clockAnnouncement: Rule = {
  id: 'ticking/said',
  title: 'clockUpdate announces an output clock that ticks',
  class: 'violation',
  fmi3: '5.2.2',
  interfaces: ['scheduledExecution'],
  explanation:
    'In scheduled execution a model partition calls fmi3ClockUpdateCallback when an output clock ticks. Importers get the clock only then. The check gets it after every partition.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'it ticks without a call of clockUpdate',
      fmi: 3,
      kind: 'scheduledExecution',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => ({
          get(this: typeof base, values) {
            if (values.valueReferences[0] !== tock) return base.get.call(this, values);
            values.view[values.offset] = 1;
            return 0;
          },
        })),
      describe: (d) => ({
        ...d,
        variables: [
          ...d.variables,
          {
            name: 'tock',
            valueReference: tock,
            type: 'Clock',
            causality: 'output',
            variability: 'discrete',
            dimensions: [],
            intervalVariability: 'triggered',
          },
        ],
      }),
    },
  ],
  inapplicableReason: (target) =>
    withInputClocks(target) ?? (hasOutput(target) ? undefined : 'the FMU does not have output clocks'),
  async check({ open, report }) {
    const probe = await open();
    for (const { time, unannounced: unsaid } of nextTicks(tickerOf(probe, true), 12)) {
      if (unsaid.length === 0) continue;
      report(probe, {
        message: `At ${time} s the output clock "${unsaid[0]}" ticks, but clockUpdate is not called.`,
        value: 'fmi3ClockActive',
        expected: 'a call of fmi3ClockUpdateCallback',
      });
      return;
    }
  },
};

function hasOutput({ description }: Target): boolean {
  return description.variables.some((v) => v.type === 'Clock' && v.causality === 'output');
}
