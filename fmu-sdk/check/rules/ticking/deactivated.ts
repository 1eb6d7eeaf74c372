import { tickingPlant } from '../../behaviour/clock-faults.ts';
import { tickerOf, ticks, withInputClocks } from '../../behaviour/clock-ticks.ts';
import type { Rule } from '../../rule.ts';

export const deactivated: Rule = {
  id: 'ticking/deactivated',
  title: 'A tick is over when it has been told',
  class: 'violation',
  fmi3: '2.2.7.2, 2.3.5 and 5.2.2',
  explanation:
    'The unit deactivates every clock in updateDiscreteStates; in scheduled execution an output clock is active for the first fmi3GetClock alone. One that stays active ticks again for everything that is connected to it.',
  needs: 'behaviour',
  plants: [
    ...(['coSimulation', 'modelExchange'] as const).map((kind) =>
      tickingPlant('a clock stays active', kind, { stays: true }),
    ),
  ],
  without: withInputClocks,
  async check({ open, report }) {
    const probe = await open();
    for (const { time, still } of ticks(tickerOf(probe), 12)) {
      if (still.length === 0) continue;
      report(probe, {
        message: `At ${time} s the clock "${still[0]}" is active after its tick was told.`,
        value: 'fmi3ClockActive',
        expected: 'fmi3ClockInactive',
      });
      return;
    }
  },
};
