import { clockFault } from '../../behaviour/clock-faults.ts';
import { nextTicks, tickerOf, withInputClocks } from '../../behaviour/clock-ticks.ts';
import type { Rule } from '../../rule.ts';

export const deactivated: Rule = {
  id: 'ticking/deactivated',
  title: 'A clock is inactive after its tick was reported',
  class: 'violation',
  fmi3: '2.2.7.2, 2.3.5 and 5.2.2',
  explanation:
    'The FMU deactivates every clock in updateDiscreteStates. In scheduled execution an output clock is active only for the first fmi3GetClock. A clock that stays active ticks again in everything connected to it.',
  needs: 'behaviour',
  faults: [
    ...(['coSimulation', 'modelExchange'] as const).map((kind) =>
      clockFault('a clock stays active', kind, { stays: true }),
    ),
  ],
  inapplicableReason: withInputClocks,
  async check({ open, report }) {
    const probe = await open();
    for (const { time, stillActive: still } of nextTicks(tickerOf(probe), 12)) {
      if (still.length === 0) continue;
      report(probe, {
        message: `At ${time} s the clock "${still[0]}" is active after its tick was reported.`,
        value: 'fmi3ClockActive',
        expected: 'fmi3ClockInactive',
      });
      return;
    }
  },
};
