import { clockVariables, isPeriodic } from '../../behaviour/event-support.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const interval: Rule = {
  id: 'ticking/interval',
  title: 'A periodic clock has the interval of the description',
  class: 'violation',
  fmi3: '2.2.8.4',
  explanation:
    'The description defines the interval of a clock with intervalVariability constant or fixed. getIntervalDecimal must return it.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'the interval is twice as long',
      fmi: 3,
      kind: 'scheduledExecution',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => ({
          getInterval(clocks) {
            const got = base.getInterval(clocks);
            return { ...got, intervals: got.intervals.map((x) => 2 * x) };
          },
        })),
    },
  ],
  inapplicableReason: (target) =>
    clockVariables(target).some(isPeriodic)
      ? undefined
      : 'the FMU does not have a periodic clock with a constant interval',
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach(target.kind === 'scheduledExecution' ? 'clockActivation' : 'event');
    for (const clock of clockVariables(target).filter(isPeriodic)) {
      const got = probe.query('getInterval', clock.name, (c) =>
        c.getInterval(Uint32Array.of(clock.valueReference)),
      );
      if (got.status > 1) continue;
      const expected = clock.intervalDecimal ?? 0;
      if (!(Math.abs(got.intervals[0] - expected) <= 1e-12 * expected))
        report(probe, {
          message: `The interval of "${clock.name}" differs from that of its description.`,
          value: `${got.intervals[0]} s`,
          expected: `${expected} s`,
        });
    }
  },
};
