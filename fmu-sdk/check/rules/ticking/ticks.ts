import { clockFault } from '../../behaviour/clock-faults.ts';
import { nextTicks, tickerOf, withInputClocks } from '../../behaviour/clock-ticks.ts';
import type { Rule } from '../../rule.ts';

export const clocksTick: Rule = {
  id: 'ticking/ticks',
  title: 'Clocks tick when they are due, and their variables are readable then',
  class: 'violation',
  fmi3: '2.2.8.2, 2.2.8.3 and 2.3.5',
  explanation:
    'An importer activates each input clock at its times: with fmi3SetClock in Event Mode, or as a model partition. While a clock is active, its clocked variables are readable, and output clocks report their ticks. The check runs a part of the default experiment this way.',
  needs: 'behaviour',
  faults: [
    ...(['scheduledExecution', 'coSimulation', 'modelExchange'] as const).map((kind) =>
      clockFault('the clock cannot be activated', kind, { refused: true }),
    ),
  ],
  inapplicableReason: withInputClocks,
  async check({ open, reportAmount }) {
    const done = nextTicks(tickerOf(await open()), 12);
    reportAmount(`${done.length} communication points`);
  },
};
